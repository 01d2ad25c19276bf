import { type Limit, userId } from '@palimpsest/domain';
import { expect, it } from 'vitest';
import { poolMember } from '../testing/pool-member.ts';
import { estimateTokens } from './estimate.ts';
import { countedFor, createTokenCounting } from './token-counting.ts';

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
  const { counterFor, loads } = counting();
  const counters = await Promise.all([counterFor(who, where), counterFor(who, where)]);
  expect(counters.map((count) => count('seven c'))).toEqual([7, 7]);
  expect(loads()).toBe(1);
});

it('loads before the first call needs it, and anew where it could not be read', async () => {
  const { counterFor, prepare, loads } = counting(1);
  prepare();
  prepare();
  expect(loads()).toBe(1);
  await expect(counterFor(user(limit('tokens')), tiers())).rejects.toThrow('cannot be read');
  expect((await counterFor(user(limit('tokens')), tiers()))('seven c')).toBe(7);
  expect(loads()).toBe(2);
});

it.each([1, 1000, 8000, 30_000])(
  'looks at a part of a call with very much text, whether its texts have %i letters',
  (length) => {
    let [looked, texts] = [0, 0];
    const count = countedFor((text) => {
      texts += 1;
      looked += Math.min(text.length, 8192);
      return text.length / 2;
    });
    const one = 'x'.repeat(length);
    const counts = Array.from({ length: Math.ceil(4_000_000 / length) }, () => count(one));
    expect(looked).toBeLessThan(300_000);
    expect(texts).toBeLessThan(5000);
    // One letter is a token in itself where it is estimated.
    expect(counts.at(-1)).toBe(Math.ceil(length / 2));
    expect(counts[0]).toBe(length / 2);
  },
);

it('estimates no text lower than where nothing is counted', () => {
  const count = countedFor((text) => text.length / 1000);
  for (let times = 0; times < 50; times += 1) count('x'.repeat(8000));
  expect(count('x'.repeat(8000))).toBe(2000);
});
