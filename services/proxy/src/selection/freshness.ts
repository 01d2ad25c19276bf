import { isCapped, type ProviderKeyId, quotaTag, type ServingKey, type Standing } from '@palimpsest/domain';
import type { KeyGlance } from '@palimpsest/state';

/**
 * Whether what a proxy read of each key is still so: by what a glance at it shows, and by the clock. The keys of a quota group share most of it,
 * and the change of one is noted with that one alone: whatever casts doubt on one key casts it on its group, until each of them was read.
 */
export type Freshness = {
  /** The key is there. A member that was not known may have changed what its group shares before, and so may one that has left it. */
  meet(key: ServingKey): void;
  /** How often doubt was cast on the key so far: to be asked before it is read, for `wasRead`. */
  doubts(key: ServingKey): number;
  /** The key was read, as it stood after the change of this number; when that was asked, doubt had been cast so often. */
  wasRead(key: ServingKey, version: number, standing: Standing, doubts: number): void;
  /** A reservation was refused for something that this proxy does not know. */
  doubt(key: ServingKey): void;
  /** What a glance shows: whether the key has to be read, and whether its counters or its last use are others than at the glance before. */
  glanced(key: ServingKey, glance: KeyGlance): { readonly isDue: boolean; readonly isUsed: boolean };
  /** Whether it has to be read: by its age, for what a glance showed since it was read, or for what became known of its group. */
  isOver(key: ServingKey): boolean;
  /** Redis's time, as well as it is known from the last reading: Unix ms. */
  redisNow(key: ProviderKeyId): number | undefined;
  forget(key: ProviderKeyId): void;
};

type Seen = {
  readonly tag: string;
  readonly limits: ServingKey['limits'];
  readonly told: 'scarce' | 'orders' | 'ample';
  /** By `now`. */
  readonly untilMs: number;
  /** Of Redis's clock before `now`. */
  readonly aheadMs: number;
  /** Of its tag, as of when the reading was asked for. */
  readonly doubts: number;
  /** The number of the last change that was seen of it, if only at a glance: its group was doubted for that one. */
  version: number;
  lastUsedAtMs: number | null;
  counters: KeyGlance['counters'] | undefined;
};

/**
 * A key is read after so long whatever it looks like: a mark by a proxy of an older release, which raises no number, is known within it.
 * Milliseconds; each time it is at least half of it, so that not all keys are read together.
 */
const longestMs = 10_000;
/** With no more than this share of a told limit left, calls may meet its end. */
const scarce = 0.1;
/** What calls hold of told limits comes back when they end, which shows nowhere: so long after the last one began it has. Milliseconds. */
const callsLastMs = 60_000;

/** @param now milliseconds of a clock that nobody sets. */
export function createFreshness(now = () => performance.now(), jitter: () => number = Math.random): Freshness {
  const known = new Map<ProviderKeyId, Seen>();
  const doubts = new Map<string, number>();
  const doubtsOf = (tag: string): number => doubts.get(tag) ?? 0;
  const castDoubt = (tag: string): void => void doubts.set(tag, doubtsOf(tag) + 1);
  const isDoubted = (seen: Seen): boolean => seen.doubts !== doubtsOf(seen.tag);
  const forget = (id: ProviderKeyId): void => {
    const seen = known.get(id);
    if (seen === undefined) return;
    known.delete(id);
    const isShared = seen.tag !== id && [...known.values()].some(({ tag }) => tag === seen.tag);
    if (isShared) castDoubt(seen.tag);
    else doubts.delete(seen.tag);
  };
  return {
    meet(key) {
      const tag = quotaTag(key);
      if (known.get(key.id)?.tag === tag) return;
      forget(key.id);
      castDoubt(tag);
    },
    doubts: (key) => doubtsOf(quotaTag(key)),
    wasRead(key, version, standing, doubtsThen) {
      const tag = quotaTag(key);
      const before = known.get(key.id);
      // The others of its group may have been read before that change; this one was not.
      const isNews = before !== undefined && before.version !== version;
      if (isNews) castDoubt(tag);
      const lastsMs = Math.min(nextMoment(standing) - standing.nowMs, longestMs * (1 - jitter() / 2));
      known.set(key.id, {
        tag,
        limits: key.limits,
        version,
        told: toldOf(key, standing),
        untilMs: now() + lastsMs,
        aheadMs: standing.nowMs - now(),
        doubts: isNews ? doubtsThen + 1 : doubtsThen,
        lastUsedAtMs: standing.lastUsedAtMs,
        counters: before?.counters,
      });
    },
    doubt: (key) => castDoubt(quotaTag(key)),
    glanced(key, { version, lastUsedAtMs, counters }) {
      const seen = known.get(key.id);
      if (seen === undefined) return { isDue: true, isUsed: true };
      const isFirst = seen.counters === undefined;
      const isUsed = seen.lastUsedAtMs !== lastUsedAtMs || (!isFirst && !isSame(seen.counters, counters));
      const isTaken =
        (seen.told === 'orders' && isUsed) ||
        (seen.told === 'scarce' && (lastUsedAtMs ?? 0) > now() + seen.aheadMs - callsLastMs);
      // It looks the same at the next glance, read or not: the doubt is what is left of this one.
      if (isTaken || seen.version !== version) castDoubt(seen.tag);
      seen.version = version;
      seen.lastUsedAtMs = lastUsedAtMs;
      seen.counters = counters;
      return { isDue: isDoubted(seen), isUsed: isUsed || isFirst };
    },
    isOver(key) {
      const seen = known.get(key.id);
      // What was read was read for the limits and the group of then.
      const isOther = seen === undefined || seen.limits !== key.limits || seen.tag !== quotaTag(key);
      return isOther || isDoubted(seen) || seen.untilMs <= now();
    },
    redisNow(id) {
      const seen = known.get(id);
      return seen && now() + seen.aheadMs;
    },
    forget,
  };
}

const isSame = (a: readonly unknown[] | undefined, b: readonly unknown[]): boolean =>
  a?.length === b.length && b.every((entry, place) => entry === a[place]);

/** When something of it changes by itself: a mark ends, a window begins. Unix ms by Redis's clock; infinite where nothing does. */
function nextMoment({ nowMs, untilMs, models, remaining, learned }: Standing): number {
  let next = Number.POSITIVE_INFINITY;
  const consider = (atMs: number | null): void => {
    if (atMs !== null && atMs > nowMs && atMs < next) next = atMs;
  };
  consider(untilMs);
  for (const mark of models.values()) consider(mark.untilMs);
  for (const { resetsAtMs } of remaining) consider(resetsAtMs);
  // What drips comes back all the time.
  for (const told of learned) if (told.refill !== 'drip' && told.remaining !== told.limit) consider(told.resetsAtMs);
  return next;
}

/** What calls take of told limits shows in no counter. It matters where little is left, and where the order among capped keys depends on it. */
function toldOf({ limits }: ServingKey, { learned }: Standing): Seen['told'] {
  const followed = learned.filter(({ remaining }) => remaining !== null);
  if (followed.some(({ remaining, limit }) => limit === null || (remaining ?? 0) <= limit * scarce)) return 'scarce';
  return isCapped(limits) && followed.some(({ period }) => period === 'day' || period === 'month') ? 'orders' : 'ample';
}
