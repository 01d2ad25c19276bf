import { randomBytes } from 'node:crypto';
import { decodeRecord } from '@palimpsest/contracts';
import type { ConfigRecord } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import type { FeedRecord } from '../grpc/snapshot-feed.ts';
import { entry, storedDataKey, storedKey, storedUser } from '../testing/stored-records.ts';
import { keyringOf } from '../vault/keyring.ts';
import { type Entry, hold } from './hold.ts';
import { type Changes, mirror } from './mirror.ts';

const keyring = keyringOf([randomBytes(32)]);
const user = storedUser();
const changes = (fromVersion: number, upserts: Entry[], deletes: Changes['deletes'] = []): Changes => ({
  type: 'changes',
  fromVersion,
  toVersion: fromVersion + 1,
  upserts,
  deletes,
});
const reading = (...entries: Entry[]) => entries.flatMap((one) => hold(one) ?? []);
/** What a proxy reads of them. */
const sent = (records: Iterable<FeedRecord>): ConfigRecord[] =>
  [...records].map(({ bytes }) => decodeRecord(bytes instanceof Error ? expect.fail(bytes.message) : bytes));
const names = (records: Iterable<FeedRecord>) =>
  sent(records).map(({ record }) => ('name' in record ? record.name : ''));

describe('the mirror of the registry', () => {
  it('has no news before the registry has been read', () => {
    const { ready, after } = mirror(keyring);
    expect(ready()).toBe(false);
    expect(after({ origin: 'before', version: 7 })).toBe('current');
  });

  it('gives the next step from a place that it remembers, and nothing from the last', () => {
    const { replace, apply, state, after } = mirror(keyring);
    replace(5, reading(entry('users', user)));
    const place = { origin: state().origin, version: 5 };
    expect(after(place)).toBe('current');
    apply(changes(5, [entry('users', storedUser('second'))], [{ kind: 'users', id: user.id }]));
    const next = after(place);
    if (typeof next === 'string') throw new Error(next);
    expect(next.to).toEqual({ ...place, version: 6 });
    expect(names(next.upserts())).toEqual(['second']);
    expect(next.deletes).toEqual([{ kind: 'user', id: user.id }]);
    expect(names(state().records())).toEqual(['second']);
    expect(after(next.to)).toBe('current');
  });

  it('has lost the places of an earlier reading, of another replica, and those too far back', () => {
    const { replace, apply, state, after } = mirror(keyring);
    replace(5, []);
    const first = state();
    replace(5, []);
    expect(after(first)).toBe('lost');
    expect(after({ origin: 'another', version: 5 })).toBe('lost');
    const second = state();
    for (let version = 5; version < 1_006; version += 1) apply(changes(version, []));
    expect(after(second)).toBe('lost');
    expect(after({ ...second, version: 6 })).toMatchObject({ to: { version: 7 } });
  });

  it('sends everything anew when a secret may open that did not open when it was sent, and else nothing', () => {
    const other = keyringOf([randomBytes(32)]);
    let ring = keyring;
    const { replace, resendLocked, state, after } = mirror({ newest: ring.newest, kek: (id) => ring.kek(id) });
    replace(5, reading(entry('provider-keys', storedKey(keyring, 'sk-one')), entry('users', user)));
    const open = state();
    expect(sent(open.records())).toHaveLength(2);
    resendLocked();
    expect(after(open)).toBe('current');

    ring = other;
    expect(sent(state().records())[0]?.record).toMatchObject({ secret: undefined });
    ring = keyring;
    resendLocked();
    expect(after(open)).toBe('lost');
    expect(sent(state().records())[0]?.record).toMatchObject({ secret: 'sk-one' });
    expect(state().version).toBe(5);
  });

  it('sends under a number what there was at that number, whatever changes while it is sent', () => {
    const { replace, apply, state } = mirror(keyring);
    replace(5, reading(entry('users', user)));
    const sending = state();
    apply(changes(5, [], [{ kind: 'users', id: user.id }]));
    expect(names(sending.records())).toEqual(['example']);
  });

  it('says of the data keys which is the newest, and says it of all of them when one is added', () => {
    const { replace, apply, state, after } = mirror(keyring);
    const shown = (records: Iterable<FeedRecord>) =>
      sent(records).map(({ kind, record }) => kind === 'data-key' && [record.id, record.newest]);
    replace(5, reading(entry('data-keys', storedDataKey(keyring, 'dk_1'))));
    const place = state();
    expect(shown(place.records())).toEqual([['dk_1', true]]);
    apply(changes(5, [entry('data-keys', storedDataKey(keyring, 'dk_2'))]));
    const next = after(place);
    if (typeof next === 'string') throw new Error(next);
    expect(shown(next.upserts())).toEqual([
      ['dk_1', false],
      ['dk_2', true],
    ]);
  });

  it('writes down once, for every proxy and delta, what has no secret', () => {
    const { replace, apply, state, after } = mirror(keyring);
    replace(5, reading(entry('users', user)));
    const place = state();
    const [first] = place.records();
    expect([...state().records()][0]).toBe(first);
    apply(changes(5, [entry('users', storedUser('second'))]));
    const next = after(place);
    if (typeof next === 'string') throw new Error(next);
    const [second] = next.upserts();
    expect([...state().records()]).toEqual([first, second]);
    expect([...state().records()][1]).toBe(second);
  });

  it('tells its listeners of every change until they have enough', () => {
    const { replace, apply, onChange } = mirror(keyring);
    let told = 0;
    const stop = onChange(() => {
      told += 1;
    });
    replace(5, []);
    apply(changes(5, []));
    stop();
    apply(changes(6, []));
    expect(told).toBe(2);
  });

  it('keeps secrets sealed until they are sent', () => {
    const { replace, state } = mirror(keyring);
    const held = reading(entry('provider-keys', storedKey(keyring, 'sk-planted')));
    replace(5, held);
    expect(JSON.stringify(held)).not.toContain('sk-planted');
    expect(sent(state().records())).toMatchObject([{ record: { secret: 'sk-planted' } }]);
  });
});
