import { expect, it } from 'vitest';
import { userFilter } from './user-filter.ts';

it('takes a whole id for an id, and everything else for a part of a name', () => {
  const id = 'usr_01KXYZ01KXYZ01KXYZ01KXYZ01';
  expect(userFilter(` ${id} `)).toEqual({ id });
  expect(userFilter('usr_01')).toEqual({ name: 'usr_01' });
  expect(userFilter(' Ada ')).toEqual({ name: 'Ada' });
  expect(userFilter('  ')).toEqual({});
});
