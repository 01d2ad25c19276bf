import { expect, test } from 'vitest';
import { groupsOf, usageSearch } from './usage-search.ts';

test('an address keeps the choice, and what it does not understand is as if it were not there', () => {
  expect(usageSearch({ span: '7d', by: 'provider,day,nonsense', model: 4, chart: 'cost' })).toMatchObject({
    span: '7d',
    by: 'day,provider',
    model: '4',
    chart: 'cost',
  });
  expect(usageSearch({ span: 'days', from: '2026-02-30', to: '2026-02-28' })).toMatchObject({
    from: undefined,
    to: '2026-02-28',
  });
  expect(usageSearch({ span: 'century', by: 7, chart: 'weather' })).toMatchObject({
    span: undefined,
    by: undefined,
    chart: undefined,
  });
});

test('sums are by day until another choice is made, and one of all where none is chosen', () => {
  expect(groupsOf(usageSearch({}))).toEqual(['day']);
  expect(groupsOf(usageSearch({ by: 'model,user' }))).toEqual(['model', 'user']);
  expect(groupsOf(usageSearch({ by: '' }))).toEqual([]);
});
