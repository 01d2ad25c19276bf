import { expect, it } from 'vitest';
import { z } from 'zod';
import { faultWords } from './fault-words.ts';

it.each([
  [z.enum(['day', 'month']), 'hour', 'must be one of "day", "month"'],
  [z.literal('UTC'), 'CET', 'must be "UTC"'],
  [z.string(), undefined, 'is missing, and must be a string'],
  [z.boolean(), 'yes', 'must be true or false'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.number().max(200), 201, 'must be at most 200'],
  [z.number().positive(), 0, 'must be more than 0'],
  [z.string().min(1), '', 'must have at least 1 character'],
  [z.array(z.string()).min(2), ['a'], 'must have at least 2 entries'],
  [z.string({ error: 'must be a colour' }), 7, 'must be a colour'],
])('says what is allowed: %#', (schema, value, words) => {
  expect(schema.safeParse(value, { error: faultWords }).error?.issues[0]?.message).toBe(words);
});
