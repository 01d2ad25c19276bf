import type { Limit, Remaining, RequestId, Spent, UserId } from '@palimpsest/domain';
import { type Hold, holdOf, restore, settledForGood } from './hold.ts';
import { keyspace } from './keyspace.ts';
import { renewLeases } from './leases.ts';
import type { RedisClient } from './redis-client.ts';
import { remainingFrom } from './remaining.ts';
import { rememberedKeys } from './remembered-keys.ts';
import { type Replication, replicationOf } from './replication.ts';
import { readUser, reserveUser, settleUser } from './scripts.gen.ts';
import { inTime } from './stale.ts';
import { concurrentLimit, everyWindowOf, type LimitWindows } from './windows.ts';

export type UserAsk = {
  readonly user: UserId;
  readonly request: RequestId;
  /** Milliseconds after which the reservation is refunded unless it is renewed. */
  readonly leaseMs: number;
  readonly windows: LimitWindows;
  /** What the request takes of each window, by its metric. */
  readonly reserve: Spent;
  /** Requests in flight at once. */
  readonly concurrent?: number;
};

/** Times are Unix ms by Redis's clock. `remaining` is in the order of the windows asked, `concurrent` last. */
export type UserReservation =
  | {
      readonly granted: true;
      readonly nowMs: number;
      readonly remaining: readonly Remaining[];
      /** Names of limits that only count (`enforce: false`) and would have refused this. */
      readonly overdrawn: readonly string[];
      /** For `restore`; absent where no server takes the place of another. */
      readonly hold: Hold | undefined;
    }
  | {
      readonly granted: false;
      readonly nowMs: number;
      /** The name of the limit that keeps the request away the longest (`limitName`). */
      readonly refusedBy: string;
      /** `null`: as soon as another request of the user ends. */
      readonly retryAtMs: number | null;
      readonly remaining: readonly Remaining[];
    };

export type UserStanding = {
  readonly nowMs: number;
  readonly remaining: readonly Remaining[];
  readonly inFlight: number;
};

/**
 * What users have used of their limits. Reserved before a call and settled after it, each exactly once by request id, whatever is
 * repeated, late or out of order. Everything throws only where Redis is away (`isStoreUnavailable`).
 */
export class UserQuota {
  readonly #redis: RedisClient;
  readonly #replication: Replication | undefined;

  constructor(redis: RedisClient) {
    this.#redis = redis;
    this.#replication = replicationOf(redis);
  }

  /** Reserves in every window or in none; refused by one, it uses up none of the others. */
  async reserve({ user, request, leaseMs, windows, reserve, concurrent }: UserAsk): Promise<UserReservation> {
    const most = concurrent ?? -1;
    const reply = await inTime(windows, (seen) =>
      reserveUser(this.#redis, keysOf(user), { request, leaseMs, windows: seen, takes: reserve, concurrent: most }),
    );
    const { nowMs, refusedBy } = reply;
    const remaining = remainingFrom(reply, windows, concurrent);
    if (reply.verdict === 'granted') {
      const reservation = { id: request, windows, reserve, leaseMs, reservedAtMs: nowMs };
      const hold = holdOf(this.#replication, keyspace.userLeases(user), reservation);
      return { granted: true, nowMs, remaining, overdrawn: reply.overdrawn, hold };
    }
    return { granted: false, nowMs, refusedBy, retryAtMs: reply.retryAtMs || null, remaining };
  }

  /** Reserves again what a server lost that gave way to another. Before anybody settles it: before its event is in the stream. */
  async restore({ user, hold }: { user: UserId; hold: Hold | undefined }): Promise<void> {
    await restore(this.#redis, keysOf(user), hold);
  }

  /**
   * Puts what was spent in the place of what was reserved, and resolves, where a replica would take over, once one has it too. `false`:
   * settled before, or never reserved.
   * @param rank of the event that tells what was spent (`eventRank`): one of a higher rank may still tell otherwise. Absent: this is final.
   */
  async settle({
    user,
    request,
    spent,
    rank = '',
  }: {
    user: UserId;
    request: RequestId;
    spent: Spent;
    rank?: string;
  }): Promise<boolean> {
    const { settled } = await settleUser(this.#redis, keysOf(user), { request, spent, rank });
    if (this.#replication !== undefined) await settledForGood(this.#replication, keyspace.userLeases(user), request);
    return settled === 1;
  }

  /** Keeps the reservations of requests that still run. */
  async renew({
    user,
    requests,
    leaseMs,
  }: {
    user: UserId;
    requests: readonly RequestId[];
    leaseMs: number;
  }): Promise<void> {
    await renewLeases(this.#redis, keyspace.userLeases(user), requests, leaseMs);
  }

  async read(user: UserId, limits: readonly Limit[]): Promise<UserStanding> {
    const windows = everyWindowOf(limits, Date.now());
    const reply = await inTime(windows, (seen) => readUser(this.#redis, keysOf(user), { windows: seen }));
    return {
      nowMs: reply.nowMs,
      remaining: remainingFrom(reply, windows, concurrentLimit(limits)),
      inFlight: reply.inFlight,
    };
  }

  /** Drops everything that is kept of a deleted user's limits. */
  async forget(user: UserId): Promise<void> {
    await this.#redis.del(...Object.values(keysOf(user)));
  }
}

const keysOf = rememberedKeys((user: UserId) => ({
  counters: keyspace.userCounters(user),
  reservations: keyspace.userReservations(user),
  leases: keyspace.userLeases(user),
  swept: keyspace.userSwept(user),
}));
