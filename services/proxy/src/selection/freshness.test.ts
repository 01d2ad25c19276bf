import type { ServingKey } from '@palimpsest/domain';
import { expect, it } from 'vitest';
import { perDay } from '../testing/per-day.ts';
import { poolMember } from '../testing/pool-member.ts';
import { createFreshness } from './freshness.ts';

const nothingKnown = { state: 'active', untilMs: null, reason: '', lastUsedAtMs: null, account: undefined } as const;
const quiet = { ...nothingKnown, models: new Map(), remaining: [], learned: [], nowMs: 1_700_000_000_000 };
const scarce = { metric: 'tokens', period: 'minute', refill: 'drip', source: 'header', confidence: 'told' } as const;

/** A key that was read after its fifth change, at 0 by the proxy's clock. */
function scene(more: Partial<ServingKey> = {}, standing: Partial<typeof quiet> & object = {}) {
  let nowMs = 0;
  const freshness = createFreshness(
    () => nowMs,
    () => 0,
  );
  const key = { ...poolMember('key').key, ...more };
  freshness.wasRead(key, 5, { ...quiet, ...standing });
  const passTo = (ms: number): void => {
    nowMs = ms;
  };
  return { key, freshness, passTo };
}

/** As it looks after the fifth change, unused. */
const glance = { version: 5, lastUsedAtMs: null, counters: ['1:2:1:0'] } as const;

it('a key that looks the same is not read', () => {
  const { key, freshness } = scene();
  // What was read is told once by its counters, too.
  expect(freshness.glanced(key, glance)).toEqual({ isDue: false, isUsed: true });
  expect(freshness.glanced(key, glance)).toEqual({ isDue: false, isUsed: false });
});

it.each([
  ['its counters', { counters: ['1:3:1:0'] }],
  ['the time of its last use', { lastUsedAtMs: quiet.nowMs }],
])('use shows in %s, and needs no reading', (_, used) => {
  const { key, freshness } = scene();
  freshness.glanced(key, glance);
  expect(freshness.glanced(key, { ...glance, ...used })).toEqual({ isDue: false, isUsed: true });
});

it.each([4, 6, 0])('a key with another number is read: %i for 5', (version) => {
  const { key, freshness } = scene();
  expect(freshness.glanced(key, { ...glance, version }).isDue).toBe(true);
});

it('a key that was refused for something unknown is read', () => {
  const { key, freshness } = scene();
  freshness.doubt(key);
  expect(freshness.glanced(key, glance).isDue).toBe(true);
});

it.each([
  ['little is left of a told limit', {}, { limit: 1000, remaining: 100 }, true],
  ['the size of a told limit is not known', {}, { limit: null, remaining: 100 }, true],
  ["it is capped and its day's limit was told", { limits: [perDay(1000)] }, { period: 'day', remaining: 900 }, true],
  ["its day's limit was told and it is not capped", {}, { period: 'day', remaining: 900 }, false],
  ['enough is left of a told limit', { limits: [perDay(1000)] }, { limit: 1000, remaining: 900 }, false],
])('whether a key is read for its use alone: %s', (_, more, told, isDue) => {
  const learned = [{ ...scarce, limit: 1000, resetsAtMs: null, toldAtMs: 0, ...told }];
  const { key, freshness } = scene(more, { learned } as object);
  expect(freshness.glanced(key, glance).isDue).toBe(false);
  expect(freshness.glanced(key, { ...glance, lastUsedAtMs: quiet.nowMs }).isDue).toBe(isDue);
});

it('of a scarce told limit what calls hold is followed until they have ended', () => {
  const learned = [{ ...scarce, limit: 1000, remaining: 100, resetsAtMs: null, toldAtMs: 0 }];
  const { key, freshness, passTo } = scene({}, { learned, lastUsedAtMs: quiet.nowMs } as object);
  const used = { ...glance, lastUsedAtMs: quiet.nowMs };
  for (const [ms, isDue] of [
    [0, true],
    [59_999, true],
    [60_000, false],
  ] as const) {
    passTo(ms);
    expect(freshness.glanced(key, used).isDue).toBe(isDue);
  }
});

it('a key that nobody changed is read within ten seconds, and not again before five', () => {
  for (const [jitter, from, to] of [
    [0, 9999, 10_000],
    [1, 4999, 5000],
  ] as const) {
    let nowMs = 0;
    const freshness = createFreshness(
      () => nowMs,
      () => jitter,
    );
    const { key } = poolMember('key');
    freshness.wasRead(key, 1, quiet);
    nowMs = from;
    expect(freshness.isOver(key)).toBe(false);
    nowMs = to;
    expect(freshness.isOver(key)).toBe(true);
  }
});

it.each([
  ['a mark ends', { state: 'sleeping', untilMs: quiet.nowMs + 3000 }],
  ['the mark of a model ends', { models: new Map([['o3', { untilMs: quiet.nowMs + 3000, reason: '' }]]) }],
  ['a window begins', { remaining: [{ limit: 'requests:day', remaining: 1, resetsAtMs: quiet.nowMs + 3000 }] }],
  [
    'a told window begins',
    { learned: [{ ...scarce, refill: 'window', limit: 9, remaining: 1, resetsAtMs: quiet.nowMs + 3000, toldAtMs: 0 }] },
  ],
])('a key is read when %s', (_, standing) => {
  const { key, freshness, passTo } = scene({}, standing as object);
  passTo(2999);
  expect(freshness.isOver(key)).toBe(false);
  passTo(3000);
  expect(freshness.isOver(key)).toBe(true);
});

it('a key is read for its new limits, and under its new group', () => {
  const { key, freshness } = scene({ limits: [perDay(1)] });
  expect(freshness.isOver({ ...key, limits: [perDay(2)] })).toBe(true);
  expect(freshness.isOver({ ...key, quotaGroup: 'project' })).toBe(true);
  expect(freshness.isOver({ ...key })).toBe(false);
});
