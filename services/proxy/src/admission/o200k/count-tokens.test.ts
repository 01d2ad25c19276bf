import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, it } from 'vitest';
import { createTokenCounter } from './count-tokens.ts';
import { rankFile } from './rank-file.ts';
import { readRanks } from './read-ranks.ts';

const count = createTokenCounter(readRanks(readFileSync(rankFile())));
const plain = { disallowedSpecial: new Set<string>() };

const words = ['the', ' Gateway', 'counts', "'ll", "'S", 'HTTPServer', 'naïve', 'Straße', '<|endoftext|>', 'ǅ'];
const code = ['function ', '() => {', '\n  ', '\r\n', '\t', ' // ', '"key":', '0x1f', '12345', '!==', '/*', '__'];
const scripts = ['在这个世界上', '漢', 'お誕生日おめでとう', '안녕하세요', 'Привет', 'שלום', 'ก็', 'हिन्दी', 'مرحبا'];
const emoji = ['🙂', '👩‍👩‍👧', '🇩🇪', '❤️', '👍🏽', '𝒳'];
const controls = ['\0', '\u0007', '\u001b[0m', '\u007f', '\u00a0', '\u2028', '\u3000', '\u200b', '\u0301'];
const broken = ['\ud800', '\udc00', '\ufffd'];
const runs = ['a', 'A', ' ', '漢', '=', '\n'].map((letter) => letter.repeat(40));

const piece = fc.oneof(
  ...[words, code, scripts, emoji, controls, broken, runs].map((pieces) => fc.constantFrom(...pieces)),
  fc.string({ unit: 'binary', maxLength: 5 }),
);

// The library loses a byte order mark when it merges: it reads a token's bytes by TextDecoder.
const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('').replaceAll('\ufeff', ''));

it('counts any text as the library does', () => {
  fc.assert(
    fc.property(text, (any) => count(any) === countTokens(any, plain)),
    { numRuns: 3000 },
  );
});

it('counts this file as the library does', () => {
  const source = readFileSync(import.meta.filename, 'utf8');
  expect(count(source)).toBe(countTokens(source, plain));
});

it('counts short texts after long ones', () => {
  expect([count('ab'.repeat(5000)), count('a'), count('')]).toEqual([2500, 1, 0]);
});
