import { type UsageGroup, usageGroups } from '@palimpsest/contracts';
import { providerKeyId, userId } from '@palimpsest/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Cell, cellField, type Metric, metrics } from './cell.ts';
import { UsageTable } from './usage-rows.ts';

const day = 20_513;
const ada: Cell = { user: 'usr_ada', key: 'key_a', provider: 'openai', model: 'gpt-4o' };
const bob: Cell = { user: 'usr_bob', key: 'key_b', provider: 'gemini', model: 'smart' };

const sumsOf = (...entries: [Metric, Cell, bigint][]) =>
  new Map(entries.map(([metric, cell, sum]) => [cellField(metric, cell), sum.toString()]));

test('rows have only what they are grouped by, and sums over the rest', () => {
  const table = new UsageTable(['day', 'provider'], {});
  table.add(day, sumsOf(['requests', ada, 2n], ['prompt', ada, 10n], ['completion', ada, 5n], ['requests', bob, 1n]));
  table.add(day + 1, sumsOf(['requests', ada, 1n], ['cost', ada, 9n], ['operator_cost', ada, 3n]));
  const tokens = { promptTokens: 0, cachedTokens: 0, completionTokens: 0, totalTokens: 0 };
  const none = { ...tokens, cost: 0n, unpricedRequests: 0, operatorCost: 0n, unpricedAttempts: 0 };
  expect(table.rows()).toEqual([
    { ...none, day: '2026-03-01', provider: 'gemini', requests: 1 },
    {
      ...none,
      day: '2026-03-01',
      provider: 'openai',
      requests: 2,
      promptTokens: 10,
      completionTokens: 5,
      totalTokens: 15,
    },
    { ...none, day: '2026-03-02', provider: 'openai', requests: 1, cost: 9n, operatorCost: 3n },
  ]);
});

test('a filter leaves out what it does not name', () => {
  const rows = (filter: ConstructorParameters<typeof UsageTable>[1]) => {
    const table = new UsageTable([], filter);
    table.add(day, sumsOf(['requests', ada, 2n], ['requests', bob, 1n]));
    return table.rows().map(({ requests }) => requests);
  };
  expect(rows({})).toEqual([3]);
  expect(rows({ userId: userId('usr_bob') })).toEqual([1]);
  expect(rows({ keyId: providerKeyId('key_a') })).toEqual([2]);
  expect(rows({ provider: 'gemini', model: 'smart' })).toEqual([1]);
  expect(rows({ model: 'other' })).toEqual([]);
});

const cells = fc.record({
  user: fc.constantFrom('usr_ada', 'usr_bob'),
  key: fc.constantFrom('key_a', ''),
  provider: fc.constantFrom('openai', 'gemini'),
  model: fc.string(),
});
const sums = fc.array(fc.tuple(fc.constantFrom(...metrics), cells, fc.bigInt({ min: 1n, max: 10n ** 18n })));

test('every grouping adds up to the same totals, exact beyond what a float holds', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(3), sums)), fc.subarray([...usageGroups]), (days, groups: UsageGroup[]) => {
      const grouped = new UsageTable(groups, {});
      const all = new UsageTable([], {});
      for (const [offset, entries] of days)
        for (const table of [grouped, all]) table.add(day + offset, sumsOf(...entries));
      const total = (table: UsageTable) => table.rows().reduce((sum, row) => sum + row.cost + row.operatorCost, 0n);
      expect(total(grouped)).toBe(total(all));
      expect(all.rows().length).toBeLessThanOrEqual(1);
    }),
  );
});
