import { type Limit, providerKeyId, type Route, type ServingKey } from '@palimpsest/domain';
import { exampleKey, exampleRoute } from '@palimpsest/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyPool, type Pool } from './pool.ts';

const daily = (amount: number): Limit => ({
  metric: 'requests',
  amount,
  period: 'day',
  timeZone: 'UTC',
  models: undefined,
  enforce: true,
});
const names = ['gpt-4o', 'gpt-5', 'claude-sonnet-4-5', 'smart'];
const keyOf = (index: number, more: Partial<ServingKey> = {}): ServingKey =>
  exampleKey({ id: providerKeyId(`key_${String(index).padStart(4, '0')}`), ...more }).record;
const poolOf = (...keys: readonly ServingKey[]): Pool =>
  keys.reduce((pool, key) => pool.withKey(key.id, key), emptyPool());

const key = fc
  .record({
    index: fc.nat({ max: 6 }),
    provider: fc.constantFrom('openai' as const, 'anthropic' as const),
    models: fc.subarray(['gpt-4o', 'gpt-5*', { name: 'gpt-5', upstream: 'five' }]),
    quotaGroup: fc.constantFrom(undefined, 'one', 'other'),
    limits: fc.array(fc.nat({ max: 3 }).map(daily), { maxLength: 1 }),
    enabled: fc.boolean(),
    listedModels: fc.subarray(['gpt-5-mini', 'claude-opus-4-1']),
  })
  .map(({ index, ...more }) => keyOf(index, more));
const route = fc
  .uniqueArray(
    fc.constantFrom(
      { provider: 'openai' as const, model: 'gpt-5' },
      { provider: 'anthropic' as const, model: 'gpt-4o' },
    ),
  )
  .map((targets): Route => exampleRoute('smart', targets).record);

/** One change of a pool. */
const change = fc.oneof(
  key.map((one) => (pool: Pool) => pool.withKey(one.id, one)),
  fc.nat({ max: 6 }).map((index) => (pool: Pool) => pool.withKey(keyOf(index).id, undefined)),
  route.map((one) => (pool: Pool) => pool.withRoute('smart', one)),
  fc.constant((pool: Pool) => pool.withRoute('smart', undefined)),
);

const shown = (pool: Pool) => ({
  keys: pool.keys(),
  modelNames: pool.modelNames(),
  tiers: names.map((name) => pool.tiers(name)),
});

describe('a pool that was made of another by a change', () => {
  it('is the same as one that never knew the other, whenever it was asked', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(change, fc.boolean()), { maxLength: 12 }), (steps) => {
        let pool = emptyPool();
        let unasked = emptyPool();
        for (const [make, asked] of steps) {
          if (asked) shown(pool);
          pool = make(pool);
          unasked = make(unasked);
        }
        expect(shown(pool)).toEqual(shown(unasked));
      }),
    );
  });

  it('leaves the other as it was', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 8 }), change, (steps, last) => {
        const pool = steps.reduce((made, make) => make(made), emptyPool());
        const before = structuredClone(shown(pool));
        shown(last(pool));
        expect(shown(pool)).toEqual(before);
      }),
    );
  });

  it('has the same tiers where the key that changed is in none of them, and else the same members but that one', () => {
    const pool = poolOf(keyOf(1), keyOf(2), keyOf(3, { provider: 'anthropic' }));
    const [tiers, claude] = [pool.tiers('gpt-4o'), pool.tiers('claude-sonnet-4-5')];
    const modelNames = pool.modelNames();
    const renamed = pool.withKey(keyOf(2).id, keyOf(2, { name: 'renamed' }));
    expect(renamed.tiers('claude-sonnet-4-5')).toBe(claude);
    expect(renamed.tiers('gpt-4o')[0]?.[0]).toBe(tiers[0]?.[0]);
    expect(renamed.tiers('gpt-4o')[0]?.[1]?.key.name).toBe('renamed');
    expect(renamed.keys()[0]).toBe(pool.keys()[0]);
    expect(renamed.modelNames()).toBe(modelNames);
  });

  it('has the same tier of a route’s other targets', () => {
    const smart = exampleRoute('smart', [
      { provider: 'openai', model: 'gpt-4o' },
      { provider: 'anthropic', model: 'claude-sonnet-4-5' },
    ]).record;
    const pool = poolOf(keyOf(1), keyOf(2, { provider: 'anthropic' })).withRoute('smart', smart);
    const before = pool.tiers('smart');
    const after = pool.withKey(keyOf(2).id, undefined).tiers('smart');
    expect(after).toHaveLength(1);
    expect(after[0]).toBe(before[0]);
  });

  it('has the tightest limits of a group in every key of it, and all others untouched', () => {
    const grouped = (index: number, amount: number) => keyOf(index, { quotaGroup: 'one', limits: [daily(amount)] });
    const pool = poolOf(grouped(1, 5), grouped(2, 7), keyOf(3));
    const alone = pool.keys()[2];
    const tightened = pool.withKey(keyOf(2).id, grouped(2, 3));
    const limitsIn = ({ keys }: Pool) => keys().map(({ limits }) => limits.map(({ amount }) => amount));
    expect(limitsIn(tightened)).toEqual([[3], [3], []]);
    expect(tightened.keys()[2]).toBe(alone);
    expect(limitsIn(tightened.withKey(keyOf(2).id, keyOf(2)))).toEqual([[5], [], []]);
  });

  it('looks at the key that changed alone, however many there are', () => {
    let looked = 0;
    const watched = (index: number): ServingKey => {
      const made = keyOf(index);
      return Object.defineProperty({ ...made }, 'models', {
        get: () => {
          looked += 1;
          return made.models;
        },
      }) as ServingKey;
    };
    const pool = poolOf(...Array.from({ length: 500 }, (_, index) => watched(index)));
    const ask = (made: Pool) => [...names.map((name) => made.tiers(name)), made.modelNames()];
    ask(pool);
    const first = looked;
    looked = 0;
    ask(pool.withKey(keyOf(250).id, watched(250)));
    expect(first).toBeGreaterThan(500 * names.length);
    expect(looked).toBeLessThan(20 * names.length);
  });
});
