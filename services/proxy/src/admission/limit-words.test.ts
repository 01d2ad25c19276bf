import type { Limit } from '@palimpsest/domain';
import { expect, it } from 'vitest';
import { limitWords } from './limit-words.ts';

const daily = { period: 'day', timeZone: 'UTC', models: undefined, enforce: true } as const;

it.each<[Limit, string]>([
  [{ ...daily, metric: 'requests', amount: 1 }, '1 request per day'],
  [{ ...daily, metric: 'requests', amount: 200 }, '200 requests per day'],
  [{ ...daily, metric: 'tokens', amount: 5000 }, '5000 tokens per day'],
  [{ ...daily, metric: 'cost', amount: '1.5' }, '1.5 USD per day'],
  [{ metric: 'concurrent', amount: 1 }, '1 request at once'],
  [{ metric: 'concurrent', amount: 3 }, '3 requests at once'],
])('a user is told of %j in words', (limit, words) => {
  expect(limitWords(limit)).toBe(words);
});
