import { providerKeyId, type ServingKey, type Standing } from '@palimpsest/domain';
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
  freshness.wasRead(key, 5, { ...quiet, ...standing }, freshness.doubts(key));
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

it('what a glance showed is not forgotten before the key was read: another number, and use that the order depends on', () => {
  const learned = [{ ...scarce, period: 'day', limit: 1000, remaining: 900, resetsAtMs: null, toldAtMs: 0 }];
  for (const seen of [{ version: 6 }, { lastUsedAtMs: quiet.nowMs }]) {
    const { key, freshness } = scene({ limits: [perDay(1000)] }, { learned } as object);
    const shown = { ...glance, ...seen };
    expect(freshness.glanced(key, shown).isDue).toBe(true);
    expect(freshness.isOver(key)).toBe(true);
    expect(freshness.glanced(key, shown).isDue).toBe(true);
    freshness.wasRead(key, shown.version, { ...quiet, ...seen }, freshness.doubts(key));
    expect(freshness.isOver(key)).toBe(false);
    expect(freshness.glanced(key, shown).isDue).toBe(false);
  }
});

/** Three keys of a quota group and one that is alone, each read after its fifth change. */
function group() {
  const freshness = createFreshness(
    () => 0,
    () => 0,
  );
  const named = (id: string, quotaGroup?: string): ServingKey => ({
    ...poolMember(providerKeyId(id)).key,
    quotaGroup,
  });
  const keys = [named('a', 'project'), named('b', 'project'), named('c', 'project'), named('alone')] as const;
  const read = (key: ServingKey, version = 5, doubts = freshness.doubts(key)): void =>
    freshness.wasRead(key, version, quiet, doubts);
  for (const key of keys) freshness.meet(key);
  for (const key of keys) read(key);
  const due = (): string[] => keys.filter((key) => freshness.isOver(key)).map(({ id }) => id);
  return { freshness, keys, read, due, named };
}

it('whoever reads that a key has changed reads the others of its group, each once', () => {
  const { keys, read, due } = group();
  const [a, b, c] = keys;
  expect(due()).toEqual([]);
  read(a, 6);
  expect(due()).toEqual(['b', 'c']);
  read(b);
  expect(due()).toEqual(['c']);
  read(c);
  expect(due()).toEqual([]);
});

it('keys of a group that all changed are read once where a glance showed it, and no more than twice where none did', () => {
  const { freshness, keys, read, due } = group();
  const [a, b, c] = keys;
  const members = [a, b, c];
  for (const key of members) freshness.glanced(key, { ...glance, version: 6 });
  expect(due()).toEqual(['a', 'b', 'c']);
  for (const key of members) read(key, 6);
  expect(due()).toEqual([]);
  for (const key of members) read(key, 7);
  expect(due()).toEqual(['a', 'b']);
  for (const key of members) read(key, 7);
  expect(due()).toEqual([]);
});

it('a reading that was asked for before the change of another key of the group ends no doubt', () => {
  const { freshness, keys, read, due } = group();
  const [a, b, c] = keys;
  const before = freshness.doubts(b);
  read(a, 6);
  read(b, 5, before);
  read(c);
  expect(due()).toEqual(['b']);
});

it.each<[string, (scene: ReturnType<typeof group>) => void, string[]]>([
  ['appears', ({ freshness, named }) => freshness.meet(named('new', 'project')), ['a', 'b', 'c']],
  ['is deleted', ({ freshness, keys: [a] }) => freshness.forget(a.id), ['a', 'b', 'c']],
  ['leaves for another group', ({ freshness, named }) => freshness.meet(named('a', 'other')), ['a', 'b', 'c']],
  [
    'joins, and is no more alone',
    ({ freshness, named }) => freshness.meet(named('alone', 'project')),
    ['a', 'b', 'c', 'alone'],
  ],
])('what a key did to its group is read where it %s', (_, happens, due) => {
  const scene = group();
  happens(scene);
  expect(scene.due()).toEqual(due);
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
    const standing = { ...quiet, learned, nowMs: quiet.nowMs + ms, lastUsedAtMs: quiet.nowMs } as Standing;
    freshness.wasRead(key, 5, standing, freshness.doubts(key));
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
    freshness.wasRead(key, 1, quiet, 0);
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
