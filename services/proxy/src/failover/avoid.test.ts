import type { Failure } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { poolMember } from '../testing/pool-member.ts';
import { avoid, isAvoided, isLastResort, nothingAvoided } from './avoid.ts';

const failure = (scope: Failure['scope']): Failure => ({
  kind: 'rate-limited',
  scope,
  status: null,
  retryAfterMs: null,
  reason: '',
});
const grouped = (id: string, model = 'm') => {
  const member = poolMember(id, { model });
  return { ...member, key: { ...member.key, quotaGroup: 'shared' } };
};

describe('what one request stays away from', () => {
  it('is a key that was tried, whatever it met', () => {
    const avoided = avoid(nothingAvoided, poolMember('a'), failure('provider'));
    expect(isAvoided(avoided, poolMember('a'))).toBe(true);
    expect(isAvoided(avoided, poolMember('b'))).toBe(false);
  });

  it('is the whole quota group when the account failed, or its one model', () => {
    const account = avoid(nothingAvoided, grouped('a'), failure('account'));
    expect(isAvoided(account, grouped('b', 'other'))).toBe(true);
    const model = avoid(nothingAvoided, grouped('a'), failure('account-model'));
    expect(isAvoided(model, grouped('b'))).toBe(true);
    expect(isAvoided(model, grouped('b', 'other'))).toBe(false);
  });

  it('is the vendor altogether when our address is refused there', () => {
    const avoided = avoid(nothingAvoided, poolMember('a'), failure('egress'));
    expect(isAvoided(avoided, poolMember('b'))).toBe(true);
    expect(isAvoided(avoided, poolMember('b', { vendor: 'other' }))).toBe(false);
  });

  it('is the vendor only as long as there is another, when our own name service is out', () => {
    const avoided = avoid(nothingAvoided, poolMember('a'), { ...failure('egress'), kind: 'disconnected' });
    expect(isAvoided(avoided, poolMember('b'))).toBe(false);
    expect(isLastResort(avoided, poolMember('b'))).toBe(true);
  });

  it('is a model that three keys of a vendor cannot find, and no other', () => {
    let avoided = nothingAvoided;
    const missing: Failure = { ...failure('key-model'), kind: 'model-denied', status: 404 };
    for (const id of ['a', 'b']) avoided = avoid(avoided, poolMember(id), missing);
    expect(isAvoided(avoided, poolMember('d'))).toBe(false);
    avoided = avoid(avoided, poolMember('c'), missing);
    expect(isAvoided(avoided, poolMember('d'))).toBe(true);
    expect(isAvoided(avoided, poolMember('d', { model: 'other' }))).toBe(false);
    expect(isAvoided(avoided, poolMember('d', { vendor: 'other' }))).toBe(false);
  });

  it('is whatever allows no more than the largest key that found the request too large', () => {
    let avoided = nothingAvoided;
    const limit = (amount: number) =>
      ({
        metric: 'tokens',
        period: 'minute',
        refill: 'drip',
        limit: amount,
        source: 'error',
        confidence: 'told',
      }) as const;
    avoided = avoid(avoided, poolMember('a'), failure('size'));
    expect(avoided.largerThan).toBe(0);
    avoided = avoid(avoided, poolMember('b'), failure('size'), () => [limit(30_000)]);
    avoided = avoid(avoided, poolMember('c'), failure('size'), () => [limit(12_000)]);
    expect(avoided.largerThan).toBe(30_000);
  });

  it('is the vendor only as long as there is another, when the trouble is its own', () => {
    const avoided = avoid(nothingAvoided, poolMember('a'), failure('provider'));
    expect(isAvoided(avoided, poolMember('b'))).toBe(false);
    expect(isLastResort(avoided, poolMember('b'))).toBe(true);
    expect(isLastResort(avoided, poolMember('b', { vendor: 'other' }))).toBe(false);
  });
});
