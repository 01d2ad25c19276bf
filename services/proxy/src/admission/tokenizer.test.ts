import fc from 'fast-check';
import { expect, it } from 'vitest';
import { estimateTokens } from './estimate.ts';
import { loadTokenizer } from './tokenizer.ts';

const count = await loadTokenizer();

// OpenAI's own figures for o200k_base (cookbook, "How to count tokens with tiktoken").
it.each([
  ['antidisestablishmentarianism', 6],
  ['2 + 2 = 4', 7],
  ['お誕生日おめでとう', 8],
  ['', 0],
])('counts %j as OpenAI does', (text, tokens) => {
  expect(count(text)).toBe(tokens);
});

it('takes what looks like a control token for text', () => {
  expect(count('<|endoftext|>')).toBeGreaterThan(1);
});

it('counts the longest runs without a break as they are', () => {
  expect(count('a'.repeat(8192))).toBe(8192 / 8);
  expect(count(' '.repeat(8192))).toBe(8192 / 128);
  expect(count('漢'.repeat(8192))).toBe(8192);
});

it('lets head and tail stand for a text too long to be counted', () => {
  const sentence = 'The gateway counts what it can and estimates what it must. ';
  expect(count(sentence.repeat(1000)) / (count(sentence.repeat(100)) * 10)).toBeCloseTo(1, 1);
});

it('gives every text a figure of at most its bytes, which no text after it lowers by more than two', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ unit: 'binary' }), (one, other) => {
      expect(count(one + other) + 2).toBeGreaterThanOrEqual(count(one));
      expect(count(one)).toBeLessThanOrEqual(Buffer.byteLength(one));
    }),
  );
});

it('counts fewer tokens in English than the estimate, which errs upwards', () => {
  const text = 'Everyone who builds on language models has a handful of provider keys. '.repeat(20);
  expect(estimateTokens(text)).toBeGreaterThan(count(text));
});
