import { type PoolMember, type ProviderKeyId, quotaTag, type ServingKey, type Standing } from '@palimpsest/domain';
import type { KeyPool, KeyReservation } from '@palimpsest/state';

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
};

/** Changes that are remembered: more than a reading of the largest pool brings. */
const changesKept = 20_000;

export function createStandings(pool: Pick<KeyPool, 'read' | 'belongs'>): Standings {
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
  return {
    of: ({ key }) => known.get(key.id),
    changedSince: (seen) => ({
      keys: seen < forgotten ? undefined : changes.slice(seen - forgotten),
      seen: forgotten + changes.length,
    }),
    observe({ key }, reply) {
      const before = known.get(key.id) ?? unused;
      if (reply.granted)
        keep(key.id, {
          ...before,
          state: 'active',
          untilMs: null,
          remaining: reply.remaining,
          lastUsedAtMs: reply.nowMs,
        });
      else if (reply.why === 'sleeping' || reply.why === 'exhausted' || reply.why === 'suspended')
        keep(key.id, {
          ...before,
          state: reply.why,
          untilMs: reply.untilMs,
          reason: reply.reason,
          remaining: reply.remaining,
        });
      else keep(key.id, { ...before, remaining: reply.remaining });
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
      const read = await pool.read(keys.map((key) => ({ tag: quotaTag(key), key: key.id, limits: key.limits })));
      for (const standing of read) {
        const models = new Map(
          standing.models.map((entry) => [entry.model, { untilMs: entry.untilMs, reason: entry.reason }]),
        );
        keep(standing.key, { ...standing, models });
      }
    },
  };
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
