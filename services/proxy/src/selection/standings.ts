import {
  type PoolMember,
  type ProviderKeyId,
  quotaTag,
  type Remaining,
  type ServingKey,
  type Standing,
} from '@palimpsest/domain';
import { type KeyPool, type KeyReservation, remainingBy } from '@palimpsest/state';
import { createFreshness } from './freshness.ts';
import { keysToRead } from './keys-to-read.ts';

/**
 * What this proxy knows of every key: from its own reservations at once, from Redis every so often, and freshly before it refuses anyone.
 * Only the order depends on it; whether a key may be used is decided by Redis at the reservation.
 */
export type Standings = {
  of(member: PoolMember): Standing | undefined;
  /** The keys of which something new was learned since `seen`, and what to ask with next; `undefined`: that is too long ago to tell. */
  changedSince(seen: number): { readonly keys: readonly ProviderKeyId[] | undefined; readonly seen: number };
  /** Keeps what a reservation told: granted or refused, it carries the key's present figures. */
  observe(member: PoolMember, reply: KeyReservation): void;
  /** Keeps a mark that this proxy has just made. */
  mark(
    member: PoolMember,
    mark: {
      readonly state: 'sleeping' | 'exhausted' | 'suspended';
      readonly untilMs: number | null;
      readonly onModel: boolean;
    },
  ): void;
  /** Keeps whose key it is, in Redis too; nothing is written where that is known. */
  belongs(member: PoolMember, account: string): Promise<void>;
  /** The other keys of the same vendor that are known to belong to the same account. */
  sharing(key: ServingKey): readonly ProviderKeyId[];
  /** Reads these keys from Redis. */
  refresh(keys: readonly ServingKey[]): Promise<void>;
  /**
   * Glances at these keys and keeps what shows: use, by whomsoever. Gives those that have to be read as well. They are all that there are:
   * others are forgotten.
   */
  due(keys: readonly ServingKey[]): Promise<readonly ServingKey[]>;
};

/** Changes that are remembered: more than a reading of the largest pool brings. */
const changesKept = 20_000;

export function createStandings(
  pool: Pick<KeyPool, 'read' | 'belongs' | 'glance'>,
  freshness = createFreshness(),
): Standings {
  const known = new Map<ProviderKeyId, Standing>();
  let changes: ProviderKeyId[] = [];
  let forgotten = 0;
  const keep = (key: ProviderKeyId, standing: Standing): void => {
    known.set(key, standing);
    if (changes.length === changesKept) {
      forgotten += changes.length;
      changes = [];
    }
    changes.push(key);
  };
  const vendors = new Map<ProviderKeyId, string>();
  const forgetOthers = (keys: readonly ServingKey[]): void => {
    const there = new Set(keys.map(({ id }) => id));
    for (const id of known.keys()) {
      if (there.has(id)) continue;
      known.delete(id);
      vendors.delete(id);
      freshness.forget(id);
    }
  };
  return {
    of: ({ key }) => known.get(key.id),
    changedSince: (seen) => ({
      keys: seen < forgotten ? undefined : changes.slice(seen - forgotten),
      seen: forgotten + changes.length,
    }),
    observe({ key }, reply) {
      const before = known.get(key.id) ?? unused;
      const remaining = withNews(before.remaining, reply.remaining);
      if (reply.granted) {
        keep(key.id, { ...before, state: 'active', untilMs: null, remaining, lastUsedAtMs: reply.nowMs });
        return;
      }
      if (reply.why === 'sleeping' || reply.why === 'exhausted' || reply.why === 'suspended')
        keep(key.id, { ...before, state: reply.why, untilMs: reply.untilMs, reason: reply.reason, remaining });
      else keep(key.id, { ...before, remaining });
      freshness.doubt(key);
    },
    mark({ key, upstreamModel }, { state, untilMs, onModel }) {
      const before = known.get(key.id) ?? unused;
      if (onModel)
        keep(key.id, { ...before, models: new Map(before.models).set(upstreamModel, { untilMs, reason: '' }) });
      else keep(key.id, { ...before, state, untilMs });
    },
    async belongs({ key }, account) {
      vendors.set(key.id, key.vendor);
      const before = known.get(key.id) ?? unused;
      if (before.account === account) return;
      keep(key.id, { ...before, account });
      await pool.belongs({ tag: quotaTag(key), key: key.id, account });
    },
    sharing({ id, vendor }) {
      const account = known.get(id)?.account;
      if (account === undefined) return [];
      return [...known].flatMap(([other, standing]) =>
        other !== id && standing.account === account && vendors.get(other) === vendor ? [other] : [],
      );
    },
    async refresh(keys) {
      for (const key of keys) vendors.set(key.id, key.vendor);
      const doubts = keys.map((key) => freshness.doubts(key));
      const read = await pool.read(keys.map((key) => ({ tag: quotaTag(key), key: key.id, limits: key.limits })));
      for (const [place, key] of keys.entries()) {
        const found = read[place];
        if (found === undefined) continue;
        const models = new Map(
          found.models.map((entry) => [entry.model, { untilMs: entry.untilMs, reason: entry.reason }]),
        );
        const standing = { ...found, models };
        keep(key.id, standing);
        freshness.wasRead(key, found.version, standing, doubts[place] ?? 0);
      }
    },
    due(keys) {
      if (known.size > keys.length) forgetOthers(keys);
      return keysToRead(pool, freshness, keys, ({ id, limits }, { lastUsedAtMs, counters }) => {
        const before = known.get(id) ?? unused;
        const left = remainingBy(limits, counters, freshness.redisNow(id) ?? Date.now());
        // Its own last reservation may be younger than what was seen.
        const usedAtMs = Math.max(before.lastUsedAtMs ?? 0, lastUsedAtMs ?? 0) || null;
        keep(id, { ...before, lastUsedAtMs: usedAtMs, remaining: withNews(before.remaining, left) });
      });
    },
  };
}

/** A reservation tells of the limits that count its model. */
function withNews(before: readonly Remaining[], news: readonly Remaining[]): readonly Remaining[] {
  const others = before.filter(({ limit }) => !news.some((entry) => entry.limit === limit));
  return others.length === 0 ? news : [...others, ...news];
}

const unused: Standing = {
  state: 'active',
  untilMs: null,
  reason: '',
  models: new Map(),
  remaining: [],
  learned: [],
  nowMs: 0,
  lastUsedAtMs: null,
  account: undefined,
};
