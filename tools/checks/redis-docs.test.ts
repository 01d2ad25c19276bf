import { expect, test } from 'vitest';
import { keyspace } from '../../packages/state/src/keyspace.ts';
import { read } from './root.ts';

test('docs/redis.md lists every family of keys once, and no other', () => {
  const listed = [...read('docs/redis.md').matchAll(/^\| `([^`]+)`/gm)].map(([, pattern]) => pattern);
  const families = Object.values(keyspace).map(({ pattern }) => pattern);
  expect(new Set(listed)).toEqual(new Set(families));
  expect(listed).toHaveLength(families.length);
});
