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
    const avoided = nothingAvoided();
    avoid(avoided, poolMember('a'), failure('provider'));
    expect(isAvoided(avoided, poolMember('a'))).toBe(true);
    expect(isAvoided(avoided, poolMember('b'))).toBe(false);
  });

  it('is the whole quota group when the account failed, or its one model', () => {
    const account = nothingAvoided();
    avoid(account, grouped('a'), failure('account'));
    expect(isAvoided(account, grouped('b', 'other'))).toBe(true);
    const model = nothingAvoided();
    avoid(model, grouped('a'), failure('account-model'));
    expect(isAvoided(model, grouped('b'))).toBe(true);
    expect(isAvoided(model, grouped('b', 'other'))).toBe(false);
  });

  it('is the vendor altogether when our address is refused there', () => {
    const avoided = nothingAvoided();
    avoid(avoided, poolMember('a'), failure('egress'));
    expect(isAvoided(avoided, poolMember('b'))).toBe(true);
    expect(isAvoided(avoided, poolMember('b', { vendor: 'other' }))).toBe(false);
  });

  it('is the vendor only as long as there is another, when the trouble is its own', () => {
    const avoided = nothingAvoided();
    avoid(avoided, poolMember('a'), failure('provider'));
    expect(isAvoided(avoided, poolMember('b'))).toBe(false);
    expect(isLastResort(avoided, poolMember('b'))).toBe(true);
    expect(isLastResort(avoided, poolMember('b', { vendor: 'other' }))).toBe(false);
  });
});
