import { expect, it } from 'vitest';
import type { Key } from '../../api/schema.gen.ts';
import { matchesFilter } from './key-filter.ts';

const key = {
  id: 'key_01KXYZ',
  name: 'Free tier',
  provider: 'gemini',
  vendor: 'gemini',
  quota_group: 'project-7',
  secret_hint: null,
  models: ['gemini-2.5-pro'],
  state: 'sleeping',
} as Key;

it('finds a key by any of its names, whatever the case, in the state asked for', () => {
  for (const text of ['', ' free ', 'GEMINI', 'project-7', '01kxyz', '2.5-pro'])
    expect(matchesFilter(key, { text, state: 'any' })).toBe(true);
  expect(matchesFilter(key, { text: 'paid', state: 'any' })).toBe(false);
  expect(matchesFilter(key, { text: 'free', state: 'sleeping' })).toBe(true);
  expect(matchesFilter(key, { text: 'free', state: 'active' })).toBe(false);
});
