import { expect, it } from 'vitest';
import { rankOf } from './ranks.ts';
import { readRanks } from './read-ranks.ts';

it('reads tokens of any bytes and length', () => {
  const tokens = ['!', 'no', 'yes', 'four', '\0', 'in the beginning'].map((text) => Buffer.from(text));
  tokens.push(Buffer.from([0xff, 0xfe, 0xfb]), Buffer.from([0x80]));
  const ranks = readRanks(Buffer.from(tokens.map((token, rank) => `${token.toString('base64')} ${rank}\n`).join('')));
  expect(tokens.map((token) => rankOf(ranks, token, 0, token.length))).toEqual(tokens.map((_, rank) => rank));
  expect(Buffer.from(ranks.bytes)).toEqual(Buffer.concat(tokens));
  expect(ranks.longest).toBe(16);
});

it('keeps nothing of the file', () => {
  const file = Buffer.from('YWI= 0\n');
  const { bytes } = readRanks(file);
  expect(bytes.buffer.byteLength).toBe(2);
});
