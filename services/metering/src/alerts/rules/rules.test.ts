import { defaultAlertRules, type Limit, limitName, providerKeyId } from '@palimpsest/domain';
import { expect, test } from 'vitest';
import type { PoolKey } from '../pool-key.ts';
import { errorRate } from './error-rate.ts';
import { keyAnomalies } from './key-anomaly.ts';
import { lowCapacity } from './low-capacity.ts';

const daily: Exclude<Limit, { metric: 'concurrent' }> = {
  metric: 'requests',
  amount: 100,
  period: 'day',
  timeZone: 'UTC',
  models: undefined,
  enforce: true,
};

type KeyChange = Partial<PoolKey['key']> & Partial<PoolKey['standing']> & { readonly left?: number };

function key(
  id: string,
  { left, state = 'active', refused = false, failures = 0, reason = '', remaining, ...change }: KeyChange = {},
): PoolKey {
  const limits = left === undefined ? [] : [daily];
  const byDay = left === undefined ? [] : [{ limit: limitName(daily), remaining: left, resetsAtMs: 0 }];
  return {
    key: { id: providerKeyId(id), name: id, vendor: 'openai', limits, quotaGroup: undefined, enabled: true, ...change },
    standing: { state, refused, failures, reason, remaining: remaining ?? byDay },
  };
}

const capacity = { ...defaultAlertRules.lowCapacity, usableKeysPercent: 50, remainingRequestsPercent: 10 };
const targets = (findings: readonly { readonly target: string }[]) => findings.map(({ target }) => target);

test('capacity is low when a smaller share of the enabled keys can serve than the rule wants', () => {
  const pool = [key('a'), key('b', { state: 'sleeping' }), key('c', { state: 'exhausted' })];
  expect(lowCapacity(capacity, pool)).toMatchObject([
    {
      kind: 'low_capacity',
      target: 'usable keys',
      forMs: 120_000,
      message: '1 of 3 enabled keys can serve, less than 50 %.',
    },
  ]);
  expect(lowCapacity(capacity, [key('a'), key('b', { state: 'sleeping' })])).toEqual([]);
  expect(lowCapacity(capacity, [key('a'), key('b', { state: 'sleeping' }), key('c', { enabled: false })])).toEqual([]);
  expect(lowCapacity(capacity, [])).toEqual([]);
});

test.each([
  ['requests', 'day'],
  ['tokens', 'month'],
  ['cost', 'day'],
] as const)('a key that has used up its %s of the %s cannot serve', (metric, period) => {
  const spent = (change: Partial<typeof daily> = {}, remaining = 0) => {
    const limit = { ...daily, metric, period, ...change };
    return { limits: [limit], remaining: [{ limit: limitName(limit), remaining, resetsAtMs: 0 }] };
  };
  const low = (change: KeyChange) => targets(lowCapacity(capacity, [key('a'), key('b', spent()), key('c', change)]));
  expect(low(spent())).toContain('usable keys');
  expect(low(spent({}, 1))).not.toContain('usable keys');
  expect(low(spent({ enforce: false }))).not.toContain('usable keys');
  expect(low(spent({ period: 'minute' }))).not.toContain('usable keys');
  expect(low(spent({ models: ['gpt-4o'] }))).not.toContain('usable keys');
});

test('capacity is low when little is left of the capped keys, and a quota group counts once', () => {
  expect(lowCapacity(capacity, [key('a', { left: 4 }), key('b', { left: 15 }), key('c')])).toMatchObject([
    { target: 'remaining requests', message: '19 of 200 requests are left on the capped keys, less than 10 %.' },
  ]);
  expect(lowCapacity(capacity, [key('a', { left: 10 }), key('b', { left: 10 })])).toEqual([]);
  const group = { quotaGroup: 'one' };
  const grouped = [key('a', { left: 9, ...group }), key('b', { left: 90, ...group }), key('c', { left: 12 })];
  expect(lowCapacity(capacity, grouped)).toEqual([]);
  expect(targets(lowCapacity(capacity, [...grouped.slice(0, 2), key('c', { left: 10 })]))).toEqual([
    'remaining requests',
  ]);
});

test('a key is an anomaly when it fails again and again, or was rejected', () => {
  const pool = [
    key('flaky', { failures: 5, reason: 'server error', state: 'sleeping' }),
    key('rejected', { refused: true, failures: 1, reason: 'invalid key', state: 'suspended' }),
    key('fine', { failures: 4 }),
    key('by-hand', { failures: 9, state: 'suspended', reason: 'leaked' }),
    key('empty', { state: 'exhausted', failures: 9 }),
    key('off', { failures: 9, enabled: false }),
  ];
  expect(keyAnomalies(defaultAlertRules.keyAnomaly, pool)).toMatchObject([
    { target: 'flaky', message: 'The key flaky of openai failed 5 times in a row: server error.' },
    { target: 'rejected', message: 'The key rejected of openai was rejected by its provider: invalid key.' },
  ]);
});

test('the error rate counts failed and abandoned requests, of those that were not rejected, once there are enough', () => {
  const rule = { enabled: true, errorPercent: 25, minRequests: 10, windowMinutes: 15 };
  const figures = { requests: 20, rejected: 10, failed: 2, abandoned: 1 };
  expect(errorRate(rule, figures)).toMatchObject([
    { target: 'requests', message: '3 of 10 requests of the last 15 minutes failed (30 %), more than 25 %.' },
  ]);
  expect(errorRate(rule, { ...figures, rejected: 11 })).toEqual([]);
  expect(errorRate({ ...rule, errorPercent: 30 }, figures)).toEqual([]);
  expect(errorRate({ ...rule, minRequests: 0 }, { requests: 0, rejected: 0, failed: 0, abandoned: 0 })).toEqual([]);
});
