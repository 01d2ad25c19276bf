import { randomId } from '@palimpsest/testkit';
import { expect, test } from 'vitest';
import { noonMs } from '../testing/sample-event.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';

test('a cursor leads back to its place', () => {
  const place = { atMs: noonMs, request: randomId('req') };
  expect(decodeCursor(encodeCursor(place))).toEqual(place);
});

test('what is no cursor of ours leads nowhere', () => {
  for (const text of [
    'x',
    '',
    '!!',
    Buffer.from('12').toString('base64url'),
    Buffer.from('1 key_a').toString('base64url'),
  ])
    expect(decodeCursor(text)).toBeUndefined();
});
