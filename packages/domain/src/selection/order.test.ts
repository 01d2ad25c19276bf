import { describe, expect, it } from 'vitest';
import { type Limit, limitName } from '../limit.ts';
import { perDay, poolMember, standing } from '../testing/pool-member.ts';
import type { PoolMember, Standing } from './candidate.ts';
import { orderMembers } from './order.ts';

const ordered = (
  members: readonly PoolMember[],
  standings: Record<string, Standing> = {},
  familiar: readonly string[] = [],
): string[] =>
  orderMembers(members, {
    standingOf: ({ key }) => standings[key.id],
    familiarVendors: new Set(familiar),
    countedAs: ({ upstreamModel }) => upstreamModel,
    meanPerRequest: { tokens: 100, cost: 1 },
  }).map(({ key }) => key.id);

const left = (limit: ReturnType<typeof perDay>, remaining: number): Standing =>
  standing({ remaining: [{ limit: limitName(limit), remaining, resetsAtMs: 0 }] });

describe('the order among keys', () => {
  it('puts capped keys before uncapped ones', () => {
    expect(ordered([poolMember('paid'), poolMember('free', { limits: [perDay(5)] })])).toEqual(['free', 'paid']);
  });

  it('does not take a minute limit, a concurrent one or a shadow for a cap', () => {
    const minute = { ...perDay(5), period: 'minute' } as const;
    const shadow = { ...perDay(5), enforce: false };
    const members = [
      poolMember('minute', { limits: [minute] }),
      poolMember('slots', { limits: [{ metric: 'concurrent', amount: 1 }] }),
      poolMember('shadow', { limits: [shadow] }),
      poolMember('capped', { limits: [perDay(1)] }),
    ];
    expect(ordered(members)[0]).toBe('capped');
  });

  it('goes to the vendor of earlier turns first, within the capped and within the uncapped', () => {
    const members = [
      poolMember('a', { vendor: 'one', limits: [perDay(9)] }),
      poolMember('b', { vendor: 'two', limits: [perDay(5)] }),
      poolMember('c', { vendor: 'one' }),
      poolMember('d', { vendor: 'two' }),
    ];
    expect(ordered(members, {}, ['two'])).toEqual(['b', 'a', 'd', 'c']);
  });

  it('counts money to the nano-dollar: a key never looked at is as full as one that nothing was used of', () => {
    const cap: Limit = {
      metric: 'cost',
      amount: '8.2',
      period: 'day',
      timeZone: 'UTC',
      models: undefined,
      enforce: true,
    };
    const members = [poolMember('a', { limits: [cap] }), poolMember('b', { limits: [cap] })];
    expect(ordered(members, { b: left(cap, 8_200_000_000) })).toEqual(['a', 'b']);
  });

  it('prefers the capped key with more requests left', () => {
    const cap = perDay(100);
    const members = [poolMember('emptier', { limits: [cap] }), poolMember('fuller', { limits: [cap] })];
    expect(ordered(members, { emptier: left(cap, 3), fuller: left(cap, 4) })).toEqual(['fuller', 'emptier']);
  });

  it('counts a key capped in tokens as what is left divided by the mean of a request', () => {
    const tokens = perDay(1000, 'tokens');
    const members = [poolMember('tokens', { limits: [tokens] }), poolMember('requests', { limits: [perDay(8)] })];
    expect(ordered(members, { tokens: left(tokens, 1000) })).toEqual(['tokens', 'requests']);
    expect(ordered(members, { tokens: left(tokens, 700) })).toEqual(['requests', 'tokens']);
  });

  it('takes the least recently used of uncapped keys, and of equal ones the one made first', () => {
    const members = [poolMember('c'), poolMember('a'), poolMember('b')];
    expect(ordered(members, { a: standing({ lastUsedAtMs: 5 }), b: standing({ lastUsedAtMs: 9 }) })).toEqual([
      'c',
      'a',
      'b',
    ]);
    expect(ordered(members)).toEqual(['a', 'b', 'c']);
  });
});
