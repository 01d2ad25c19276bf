import type { ConfigRecord } from '@palimpsest/domain';
import { exampleDataKey, examplePrice, exampleUser, sha256 } from '@palimpsest/testkit';
import { describe, expect, it } from 'vitest';
import { withoutRecord, withRecord } from './apply-record.ts';
import { snapshotOf } from './compile.ts';
import { emptyConfiguration } from './configuration.ts';

const configured = (...records: readonly ConfigRecord[]) => records.reduce(withRecord, emptyConfiguration);

describe('a snapshot', () => {
  it('knows a user by any of their gateway keys', () => {
    const user = exampleUser(['one', 'two']);
    const { userByKeyHash, user: byId } = snapshotOf(configured(user), 1);
    expect(userByKeyHash(sha256('two'))).toEqual({ user: user.record, gatewayKey: 'gwk_two' });
    expect(byId(user.record.id)).toBe(user.record);
    expect(userByKeyHash(sha256('three'))).toBeUndefined();
  });

  it('forgets a revoked gateway key, and all of a deleted user’s', () => {
    const user = exampleUser(['one', 'two']);
    const before = configured(user);
    const revoked = withRecord(before, exampleUser(['two'], { id: user.record.id }));
    expect(snapshotOf(revoked, 2).userByKeyHash(sha256('one'))).toBeUndefined();
    expect(snapshotOf(revoked, 2).userByKeyHash(sha256('two'))).toBeDefined();
    const deleted = withoutRecord(revoked, { kind: 'user', id: user.record.id });
    expect(snapshotOf(deleted, 3).userByKeyHash(sha256('two'))).toBeUndefined();
    expect(snapshotOf(before, 1).userByKeyHash(sha256('one'))).toBeDefined();
  });

  it('gives a user’s new limits under each of their gateway keys', () => {
    const user = exampleUser(['one']);
    const limits = [{ metric: 'concurrent', amount: 3 }] as const;
    const changed = withRecord(configured(user), { ...user, record: { ...user.record, limits } });
    expect(snapshotOf(changed, 2).userByKeyHash(sha256('one'))?.user.limits).toEqual(limits);
  });

  it('finds the price in force, the vendor’s own before the provider’s', () => {
    const general = examplePrice();
    const later = examplePrice({ effectiveFromMs: 1_000 });
    const own = examplePrice({ vendor: 'azure' });
    const { price } = snapshotOf(configured(general, later, own), 1);
    const target = { provider: 'openai', vendor: 'openai', model: 'gpt-4o' };
    expect(price(target, 999)?.id).toBe(general.record.id);
    expect(price(target, 1_000)?.id).toBe(later.record.id);
    expect(price({ ...target, vendor: 'azure' }, 1_000)?.id).toBe(own.record.id);
    expect(price({ ...target, model: 'gpt-5' }, 1_000)).toBeUndefined();
    const withdrawn = withoutRecord(configured(general), { kind: 'price', id: general.record.id });
    expect(snapshotOf(withdrawn, 2).price(target, 0)).toBeUndefined();
  });

  it('writes under the newest data key and still has the others', () => {
    const old = exampleDataKey({ newest: false });
    const newest = exampleDataKey();
    const { newestDataKey, dataKey } = snapshotOf(configured(newest, old), 1);
    expect(newestDataKey).toBe(newest.record);
    expect(dataKey(old.record.id)).toBe(old.record);
    expect(snapshotOf(configured(old), 1).newestDataKey).toBeUndefined();
  });

  it('knows once there was a limit that follows from tokens', () => {
    const limit = {
      metric: 'cost',
      amount: '1',
      period: 'day',
      timeZone: 'UTC',
      models: undefined,
      enforce: true,
    } as const;
    const user = exampleUser(['one']);
    expect(snapshotOf(configured(user), 1).countsTokens).toBe(false);
    const limited = configured(user, { ...user, record: { ...user.record, limits: [limit] } });
    expect(snapshotOf(limited, 2).countsTokens).toBe(true);
    expect(snapshotOf(withRecord(limited, user), 3).countsTokens).toBe(true);
  });
});
