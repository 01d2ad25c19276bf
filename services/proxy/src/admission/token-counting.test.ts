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

function counting(failures = 0) {
  const exact = (text: string): number => text.length;
  let loads = 0;
  const counting = createTokenCounting(async () => {
    loads += 1;
    if (loads <= failures) throw new Error('cannot be read');
    return exact;
  });
  return { ...counting, exact, loads: () => loads };
}

it('estimates where no limit depends on tokens, and then loads nothing', async () => {
  const { counterFor, loads } = counting();
  expect(await counterFor(user(limit('requests')), tiers(limit('requests')))).toBe(estimateTokens);
  expect(loads()).toBe(0);
});

it.each([
  ["a user's limit of tokens", user(limit('tokens')), tiers()],
  ["a user's limit of cost that only counts", user(limit('cost', false)), tiers()],
  ["a key's limit of tokens", user(), tiers(limit('tokens'))],
  ["a key's limit of cost", user(), tiers(limit('cost'))],
])('counts exactly for %s, and loads the tokenizer once', async (_, who, where) => {
  const { counterFor, exact, loads } = counting();
  expect(await Promise.all([counterFor(who, where), counterFor(who, where)])).toEqual([exact, exact]);
  expect(loads()).toBe(1);
});

it('loads before the first call needs it, and anew where it could not be read', async () => {
  const { counterFor, prepare, exact, loads } = counting(1);
  prepare();
  prepare();
  expect(loads()).toBe(1);
  await expect(counterFor(user(limit('tokens')), tiers())).rejects.toThrow('cannot be read');
  expect(await counterFor(user(limit('tokens')), tiers())).toBe(exact);
  expect(loads()).toBe(2);
});
