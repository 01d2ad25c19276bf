import { expect, test } from 'vitest';
import type { LearnedLimit } from '../../api/schema.gen.ts';
import { learnedWords } from './learned-words.ts';

const limit = (change: Partial<LearnedLimit> = {}): LearnedLimit => ({
  metric: 'requests',
  period: 'minute',
  amount: 60,
  remaining: 12,
  resets_at: null,
  model: 'gpt-4o',
  source: 'header',
  confidence: 'told',
  told_at: '2026-11-29T12:00:00Z',
  ...change,
});

test('a learned limit says what is left of how much, per which period, for which model', () => {
  expect(learnedWords(limit())).toBe('12 of 60 requests per minute, gpt-4o');
  expect(learnedWords(limit({ metric: 'input_tokens', model: null }))).toBe('12 of 60 input tokens per minute');
  expect(learnedWords(limit({ metric: 'cost', period: 'month', amount: '25', remaining: '12.5', model: null }))).toBe(
    '$12.50 of $25.00 per month',
  );
});

test('what is not known of a learned limit is left out', () => {
  expect(learnedWords(limit({ remaining: null }))).toBe('60 requests per minute, gpt-4o');
  expect(learnedWords(limit({ amount: null, period: 'unknown' }))).toBe('12 requests left, gpt-4o');
});
