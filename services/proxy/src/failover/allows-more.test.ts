import type { LearnedLimit, Limit } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { poolMember } from '../testing/pool-member.ts';
import { allowsMore } from './allows-more.ts';

const told = (limit: number | null, more: Partial<LearnedLimit> = {}): LearnedLimit => ({
  metric: 'tokens',
  period: 'minute',
  refill: 'drip',
  limit,
  remaining: null,
  resetsAtMs: null,
  toldAtMs: 0,
  source: 'header',
  confidence: 'told',
  ...more,
});
const perMinute = (amount: number): Limit => ({
  metric: 'tokens',
  amount,
  period: 'minute',
  timeZone: 'UTC',
  models: undefined,
  enforce: true,
});
const large = { largerThan: 30_000, needs: { tokens: 50_000 } };
function asks(learned: readonly LearnedLimit[], limits: readonly Limit[] = []): boolean {
  const member = poolMember('a');
  return allowsMore({ ...member, key: { ...member.key, limits } }, { learned, countedAs: 'gpt-test' }, large);
}

describe('a key is known to take a larger request', () => {
  it('by what its provider told, or its operator', () => {
    expect(asks([told(60_000)])).toBe(true);
    expect(asks([], [perMinute(60_000)])).toBe(true);
  });

  it.each([
    ['nothing is known of it', []],
    ['only what is left is known', [told(null)]],
    ['what is known is of other limits', [told(60_000, { metric: 'requests' }), told(90_000, { period: 'day' })]],
    ['what is known is of other models', [told(60_000, { model: 'gpt-other' })]],
    ['its limit is larger, and still too small', [told(40_000)]],
    ['one of its limits is too small', [told(60_000), told(20_000, { metric: 'input-tokens' })]],
  ])('but not where %s', (_, learned) => {
    expect(asks(learned)).toBe(false);
  });

  it('but not where its operator allows less', () => {
    expect(asks([told(60_000)], [perMinute(20_000)])).toBe(false);
  });
});
