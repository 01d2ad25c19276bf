import { expect, test } from 'vitest';
import { providerKeyId, requestId } from './ids.ts';
import { attemptId, spentAtMost, spentByKeys } from './settlement.ts';
import { usageOf } from './usage.ts';
import type { MeteredAttempt } from './usage-event.ts';

const request = requestId('req_1');
const [free, paid] = [providerKeyId('key_free'), providerKeyId('key_paid')];
const attempt = (key: typeof free, changes: Partial<MeteredAttempt> = {}): MeteredAttempt => ({
  key,
  provider: 'openai',
  model: 'gpt-4o',
  class: 'transient',
  status: null,
  reason: null,
  latencyMs: 1,
  quotaTag: key,
  reservedAtMs: 1,
  reached: true,
  usage: usageOf({ promptTokens: 5 }),
  cost: 7n,
  ...changes,
});

test('an attempt that never reached its provider counts no request', () => {
  const unreached = attempt(free, { reached: false, usage: usageOf({}), cost: undefined });
  const spent = spentByKeys({ requestId: request, chain: [unreached, attempt(paid)] }).map((one) => one.spent);
  expect(spent).toEqual([
    { requests: 0, tokens: 0, cost: 0, 'input-tokens': 0, 'output-tokens': 0 },
    { requests: 1, tokens: 5, cost: 7, 'input-tokens': 5, 'output-tokens': 0 },
  ]);
});

test('tokens that were read from a cache are none of the prompt where prompts are limited apart', () => {
  const usage = usageOf({ promptTokens: 100, cachedTokens: 99, completionTokens: 3 });
  const [settled] = spentByKeys({ requestId: request, chain: [attempt(free, { usage })] });
  expect(settled?.spent).toMatchObject({ tokens: 103, 'input-tokens': 1, 'output-tokens': 3 });
});

test('the second try of one key is settled apart from the first', () => {
  const ids = spentByKeys({ requestId: request, chain: [attempt(free), attempt(paid), attempt(free)] });
  expect(ids.map((one) => one.attempt)).toEqual([
    attemptId(request, free),
    attemptId(request, paid),
    attemptId(request, free, 1),
  ]);
  expect(new Set(ids.map((one) => one.attempt)).size).toBe(3);
});

test('whatever answer a client allows, what hundreds of its calls hold at once is counted exactly', () => {
  const { tokens, cost } = spentAtMost(128 * Number.MAX_SAFE_INTEGER, 10n ** 30n);
  expect(tokens * 1_000_000).toBeLessThan(2 ** 53);
  expect(cost * 900).toBeLessThan(2 ** 53);
  expect(spentAtMost(70, 9n)).toEqual({ requests: 1, tokens: 70, cost: 9 });
});
