import { isCapped, type ProviderKeyId, quotaTag, type ServingKey, type Standing } from '@palimpsest/domain';
import type { KeyGlance } from '@palimpsest/state';

/** Whether what a proxy read of each key is still so: by what a glance at it shows, and by the clock. */
export type Freshness = {
  /** The key was read, as it stood after the change of this number. */
  wasRead(key: ServingKey, version: number, standing: Standing): void;
  /** A reservation was refused for something that this proxy does not know. */
  doubt(key: ServingKey): void;
  /** What a glance shows: whether the key has to be read, and whether its counters or its last use are others than at the glance before. */
  glanced(key: ServingKey, glance: KeyGlance): { readonly isDue: boolean; readonly isUsed: boolean };
  /** Whether it has to be read whatever a glance shows. */
  isOver(key: ServingKey): boolean;
  /** Redis's time, as well as it is known from the last reading: Unix ms. */
  redisNow(key: ProviderKeyId): number | undefined;
  forget(key: ProviderKeyId): void;
};

type Seen = {
  readonly tag: string;
  readonly limits: ServingKey['limits'];
  readonly version: number;
  readonly told: 'scarce' | 'orders' | 'ample';
  /** By `now`. */
  readonly untilMs: number;
  /** Of Redis's clock before `now`. */
  readonly aheadMs: number;
  isDoubted: boolean;
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
  return {
    wasRead(key, version, standing) {
      const lastsMs = Math.min(nextMoment(standing) - standing.nowMs, longestMs * (1 - jitter() / 2));
      known.set(key.id, {
        tag: quotaTag(key),
        limits: key.limits,
        version,
        told: toldOf(key, standing),
        untilMs: now() + lastsMs,
        aheadMs: standing.nowMs - now(),
        isDoubted: false,
        lastUsedAtMs: standing.lastUsedAtMs,
        counters: known.get(key.id)?.counters,
      });
    },
    doubt({ id }) {
      const seen = known.get(id);
      if (seen !== undefined) seen.isDoubted = true;
    },
    glanced(key, { version, lastUsedAtMs, counters }) {
      const seen = known.get(key.id);
      if (seen === undefined) return { isDue: true, isUsed: true };
      const isFirst = seen.counters === undefined;
      const isUsed = seen.lastUsedAtMs !== lastUsedAtMs || (!isFirst && !isSame(seen.counters, counters));
      seen.lastUsedAtMs = lastUsedAtMs;
      seen.counters = counters;
      const isTaken =
        (seen.told === 'orders' && isUsed) ||
        (seen.told === 'scarce' && (lastUsedAtMs ?? 0) > now() + seen.aheadMs - callsLastMs);
      return { isDue: isTaken || seen.isDoubted || seen.version !== version, isUsed: isUsed || isFirst };
    },
    isOver(key) {
      const seen = known.get(key.id);
      // What was read was read for the limits and the group of then.
      return seen === undefined || seen.limits !== key.limits || seen.tag !== quotaTag(key) || seen.untilMs <= now();
    },
    redisNow(id) {
      const seen = known.get(id);
      return seen && now() + seen.aheadMs;
    },
    forget: (key) => void known.delete(key),
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
