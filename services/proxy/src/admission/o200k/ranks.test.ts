import { expect, it } from 'vitest';
import { indexTokens, rankOf, unranked } from './ranks.ts';

const tokens = ['a', 'b', 'ab', 'abc', 'c', ...Array.from({ length: 1000 }, (_, index) => `t${index}`)];
const ends = tokens.map((_, rank) => tokens.slice(0, rank + 1).join('').length);
const ranks = indexTokens(Buffer.from(tokens.join('')), Uint32Array.from([0, ...ends]));
const rank = (text: string): number => rankOf(ranks, Buffer.from(text), 0, text.length);

it('finds every token by its bytes', () => {
  expect(tokens.map(rank)).toEqual(tokens.map((_, index) => index));
});

it('finds a token amid other bytes', () => {
  expect(rankOf(ranks, Buffer.from('xxabxx'), 2, 4)).toBe(2);
});

it.each(['', 'x', 'ba', 'abcd', 't1000', 'a'.repeat(100)])('finds none for %j', (text) => {
  expect(rank(text)).toBe(unranked);
});

it('finds nothing among no tokens', () => {
  const none = indexTokens(new Uint8Array(0), new Uint32Array(1));
  expect(rankOf(none, Buffer.from('a'), 0, 1)).toBe(unranked);
});
