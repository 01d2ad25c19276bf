import { expect, it } from 'vitest';
import { requestSearch } from './request-search.ts';

it('reads filters from an address, and leaves out what is none', () => {
  expect(
    requestSearch({ user: 'usr_1', session: 42, outcome: 'failed', open: 'req_1', model: ['a'], limit: '5' }),
  ).toEqual({ user: 'usr_1', session: '42', outcome: 'failed', open: 'req_1' });
  expect(requestSearch({ outcome: 'lost' })).toEqual({});
});
