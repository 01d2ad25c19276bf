import { expect, it } from 'vitest';
import { filterOf, isNarrowed, requestSearch } from './request-search.ts';

it('reads the filter from an address, and overrides what it does not understand', () => {
  const search = requestSearch({ user: 'usr_1', session: 42, outcome: 'failed', open: 'req_1', model: ['a'] });
  expect(search).toEqual({ user: 'usr_1', session: '42', outcome: 'failed', open: 'req_1' });
  expect(Object.keys(search)).toContain('model');
  expect(requestSearch({ outcome: 'lost' }).outcome).toBeUndefined();
});

it('takes for narrowing what filters, not what is merely open or foreign', () => {
  const looked = { open: 'req_1', id: 'req_2', limit: '5' };
  expect(isNarrowed(filterOf(looked))).toBe(false);
  expect(isNarrowed(filterOf({ ...looked, outcome: 'failed' }))).toBe(true);
});
