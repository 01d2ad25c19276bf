import { type Limit, userId } from '@palimpsest/domain';
import { expect, it } from 'vitest';
import { poolMember } from '../testing/pool-member.ts';
import { estimateTokens } from './estimate.ts';
import { createTokenCounting } from './token-counting.ts';

const limit = (metric: 'requests' | 'tokens' | 'cost', enforce = true): Limit => ({
  metric,
  amount: 100,
  period: 'day',
  timeZone: 'UTC',
  models: undefined,
  enforce,
});
const user = (...limits: Limit[]) => ({
  id: userId('usr_ada'),
  name: 'Ada',
  limits,
  models: undefined,
  gatewayKeys: [],
});
const member = poolMember('key_one');
const tiers = (...limits: Limit[]) => [[{ ...member, key: { ...member.key, limits } }]];

function counting() {
  const exact = (text: string): number => text.length;
  let loads = 0;
  const counts = createTokenCounting(async () => {
    loads += 1;
    return exact;
  });
  return { counts, exact, loads: () => loads };
}

it('estimates where no limit depends on tokens, and then loads nothing', async () => {
  const { counts, loads } = counting();
  expect(await counts(user(limit('requests')), tiers(limit('requests')))).toBe(estimateTokens);
  expect(loads()).toBe(0);
});

it.each([
  ["a user's limit of tokens", user(limit('tokens')), tiers()],
  ["a user's limit of cost that only counts", user(limit('cost', false)), tiers()],
  ["a key's limit of tokens", user(), tiers(limit('tokens'))],
  ["a key's limit of cost", user(), tiers(limit('cost'))],
])('counts exactly for %s, and loads the tokenizer once', async (_, who, where) => {
  const { counts, exact, loads } = counting();
  expect(await Promise.all([counts(who, where), counts(who, where)])).toEqual([exact, exact]);
  expect(loads()).toBe(1);
});
