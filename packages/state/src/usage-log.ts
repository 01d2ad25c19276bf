import { remembered } from '@palimpsest/domain';
import { keyspace } from './keyspace.ts';
import type { RedisClient } from './redis-client.ts';
import type { Booking } from './script-values.ts';
import { applyUsageEvent } from './scripts.gen.ts';
import { eventRank } from './usage-log-rank.ts';
import { type LogRow, type LogSpan, readRows } from './usage-log-rows.ts';

const pulseMs = 9 * 86_400_000;
const nothing: Booking = { row: '', atMs: 0, day: 0, sums: [], pulse: [] };

export type Delivered = {
  readonly partition: string;
  readonly request: string;
  /** Where it stands in the usage stream. */
  readonly streamId: string;
  /** Nobody saw the request end: any event that did takes the place of this one. */
  readonly assumed: boolean;
  readonly event: Uint8Array;
  /** What it adds. */
  readonly booking: Booking;
};

/** `known`: this event, or one that counts before it, was there already. */
export type Applied = 'applied' | 'replaced' | 'known';

/** The books of metering: which requests were counted, their log, and what they added up to. Each request counts once. */
export class UsageLog {
  readonly #redis: RedisClient;

  constructor(redis: RedisClient) {
    this.#redis = redis;
  }

  /**
   * Enters an event, however often and in whatever order events of its request are delivered.
   * @param bookingOf what an event that this one replaces had added.
   */
  async apply(delivered: Delivered, bookingOf: (event: Uint8Array) => Booking): Promise<Applied> {
    const { partition, request, event, booking: adds } = delivered;
    const rank = eventRank(delivered.streamId, delivered.assumed);
    let taken = { rank: '', booking: nothing };
    for (;;) {
      const takenDay = taken.rank === '' ? adds.day : taken.booking.day;
      const answer = await applyUsageEvent(this.#redis, keysOf({ partition, day: adds.day, takenDay }), {
        request,
        rank,
        event,
        adds,
        takenRank: taken.rank,
        takes: taken.booking,
        pulseMs,
      });
      const verdict = String(answer.verdict);
      if (verdict === 'known') return 'known';
      if (verdict === 'applied') return taken.rank === '' ? 'applied' : 'replaced';
      // Another consumer may come between the two calls: what has to be taken out is asked for until it stays the same.
      taken =
        answer.rank === '' ? { rank: '', booking: nothing } : { rank: answer.rank, booking: bookingOf(answer.event) };
    }
  }

  /** One entry of the log; `undefined` where it never was or its retention is over. */
  async read(partition: string, request: string): Promise<Uint8Array | undefined> {
    const [[event], unlisted] = await Promise.all([
      this.readAll(partition, [request]),
      this.#redis.zscore(keyspace.unlistedRequests(partition), request),
    ]);
    return unlisted === null ? event : undefined;
  }

  /** The events of requests whose rows were read; `undefined` where retention was faster. */
  async readAll(partition: string, requests: readonly string[]): Promise<(Uint8Array | undefined)[]> {
    if (requests.length === 0) return [];
    const entries = await this.#redis.hmgetBuffer(keyspace.requestEntries(partition), ...requests);
    return entries.map((entry) => entry?.subarray(entry.indexOf('\n') + 1));
  }

  /** The moment (Unix ms) from which on a partition's log is whole: what was admitted before it may have left by retention. */
  async wholeFrom(partition: string): Promise<number> {
    return Number(await this.#redis.get(keyspace.requestLogFrom(partition)));
  }

  /** How many requests a partition's log lists, how many left it a short while ago, and how many it knows: the sum of both. */
  async sizes(partition: string): Promise<{ listed: number; unlisted: number; known: number }> {
    const [listed, unlisted, known] = await Promise.all([
      this.#redis.zcard(keyspace.requestLog(partition)),
      this.#redis.zcard(keyspace.unlistedRequests(partition)),
      this.#redis.hlen(keyspace.requestEntries(partition)),
    ]);
    return { listed, unlisted, known };
  }

  /** The rows of a partition from the newest on, in pieces; see `readRows`. */
  rows(partition: string, span: LogSpan, step: number): AsyncGenerator<readonly LogRow[]> {
    return readRows(this.#redis, keyspace.requestLog(partition), span, step);
  }
}

/** The same object again, so that events of one day go out together; days come one after the other. */
const keysOf = remembered(
  500,
  ({ partition, day, takenDay }: { readonly partition: string; readonly day: number; readonly takenDay: number }) =>
    `${day} ${takenDay} ${partition}`,
  ({ partition, day, takenDay }) => ({
    entries: keyspace.requestEntries(partition),
    log: keyspace.requestLog(partition),
    days: keyspace.usageDays(partition),
    rollup: keyspace.usageRollup(partition, String(day)),
    pulse: keyspace.usagePulse(partition, String(day)),
    rollupTaken: keyspace.usageRollup(partition, String(takenDay)),
    pulseTaken: keyspace.usagePulse(partition, String(takenDay)),
  }),
);
