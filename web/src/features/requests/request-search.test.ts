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
  expect(isNarrowed(filterOf(looked, '2026-03-01'))).toBe(false);
  expect(isNarrowed(filterOf({ ...looked, outcome: 'failed' }, '2026-03-01'))).toBe(true);
  expect(isNarrowed(filterOf({ ...looked, span: 'today' }, '2026-03-01'))).toBe(true);
});

it('asks for the days of an address from their first instant to the first one after', () => {
  const chosen = requestSearch({ span: 'days', from: '2026-02-01', to: '2026-02-28', session: 'chat' });
  expect(filterOf(chosen, '2026-03-01')).toEqual({
    session: 'chat',
    from: '2026-02-01T00:00:00Z',
    to: '2026-03-01T00:00:00Z',
  });
  expect(filterOf({ span: 'today' }, '2026-03-01')).toMatchObject({ from: '2026-03-01T00:00:00Z' });
  expect(requestSearch({ span: 'ever', from: '2026-02-30' })).toMatchObject({ span: undefined, from: undefined });
});
