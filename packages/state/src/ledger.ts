import type { Spent } from '@palimpsest/domain';
import { Cluster } from 'ioredis';
import { keyspace, type RedisKey } from './keyspace.ts';
import type { RedisClient } from './redis-client.ts';
import type { HeldReservation } from './script-values.ts';
import { readLedger } from './scripts.gen.ts';

/** Whose limits are counted: a user, or the quota tag of provider keys. */
export type LedgerSubject = { readonly of: 'user' | 'key'; readonly id: string };

/** One counter. Times are Unix ms by Redis's clock; amounts whole requests, tokens or nano-USD. */
export type LedgerCounter = {
  /** `limitName`. */
  readonly limit: string;
  readonly startMs: number;
  /** Used and reserved together. */
  readonly taken: number;
  /** When it counted for the first time in its window. */
  readonly sinceMs: number;
  /** The part that came along when a key changed its quota group. */
  readonly carried: number;
};

export type LedgerPage = {
  readonly nowMs: number;
  readonly counters: readonly LedgerCounter[];
  readonly held: readonly Held[];
};

/** A reservation that is not settled. `swept`: its lease ran out and it was refunded; `orphan`: nothing will ever end it. */
export type Held = {
  readonly id: string;
  readonly state: HeldReservation[1];
  readonly parts: readonly {
    readonly limit: string;
    readonly metric: keyof Spent;
    readonly startMs: number;
    readonly reserved: number;
  }[];
};

/** The counters of all users and keys, for who checks them against the log. Changes nothing. */
export class Ledger {
  readonly #redis: RedisClient;

  constructor(redis: RedisClient) {
    this.#redis = redis;
  }

  /** Everybody who has counters, each once. Whoever gets his first ones meanwhile may be missing. */
  async subjects(): Promise<LedgerSubject[]> {
    const found = new Map<string, LedgerSubject>();
    const nodes = this.#redis instanceof Cluster ? this.#redis.nodes('master') : [this.#redis];
    for (const node of nodes)
      for (const [of, key] of [
        ['user', keyspace.userCounters('*')],
        ['key', keyspace.keyCounters('*')],
      ] as const) {
        const [before = '', after = ''] = key.split('*');
        for await (const keys of node.scanStream({ match: key, count: 1000 }) as AsyncIterable<string[]>)
          for (const name of keys) found.set(name, { of, id: name.slice(before.length, -after.length) });
      }
    return [...found.values()];
  }

  /** The counters of one subject and what is reserved in them, at one moment. */
  async read(subject: LedgerSubject): Promise<LedgerPage> {
    const { nowMs, counted, held } = await readLedger(this.#redis, keysOf(subject), {});
    const counters = counted.flatMap((limit, at) => (at % 2 === 0 ? [counterFrom(limit, counted[at + 1] ?? '')] : []));
    return {
      nowMs,
      counters,
      held: held.map(([id, state, parts]) => ({
        id,
        state,
        parts: parts.map(([limit, metric, startMs, reserved]) => ({ limit, metric, startMs, reserved })),
      })),
    };
  }
}

function counterFrom(limit: string, text: string): LedgerCounter {
  const [startMs = 0, taken = 0, sinceMs = 0, carried = 0] = text.split(':').map(Number);
  return { limit, startMs, taken, sinceMs, carried };
}

const keysOf = ({ of, id }: LedgerSubject): Record<'counters' | 'reservations' | 'leases' | 'swept', RedisKey> =>
  of === 'user'
    ? {
        counters: keyspace.userCounters(id),
        reservations: keyspace.userReservations(id),
        leases: keyspace.userLeases(id),
        swept: keyspace.userSwept(id),
      }
    : {
        counters: keyspace.keyCounters(id),
        reservations: keyspace.keyReservations(id),
        leases: keyspace.keyLeases(id),
        swept: keyspace.keySwept(id),
      };
