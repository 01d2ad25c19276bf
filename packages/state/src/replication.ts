import calculateSlot from 'cluster-key-slot';
import { Cluster } from 'ioredis';
import type { RedisKey } from './keyspace.ts';
import { withinPatience } from './patience.ts';
import type { RedisClient } from './redis-client.ts';

/** How long a replica is waited for, ms: many times what it takes where there is one in step. */
const longestMs = 250;
/** Where none answered in time, none is waited for again before this, ms. */
const pauseMs = 10_000;

/**
 * What became of a write. `kept`: a replica has it too. `alone`: the server that should have it has it, and no replica said in time that it
 * has it as well. `lost`: that server knows nothing of it: it was taken by one that has another in its place now, and that learned it late.
 */
export type Fate = 'kept' | 'alone' | 'lost';

/** A read by which a write can be seen. */
export type Trace = {
  readonly key: RedisKey;
  readonly command: 'zscore' | 'xrange';
  readonly args: readonly string[];
  /** Whether the reply of a server shows the write. */
  readonly shows: (reply: unknown) => boolean;
};

/** Looks whether what was written is safe from the death of the server that took it. */
export type Replication = {
  /**
   * Waits for a replica to have what this client wrote, at most for a moment, and at once for a while after none had: a gateway that lost
   * its replicas goes on.
   *
   * @throws what `isStoreUnavailable` knows, where the server gives way to another while it is asked.
   */
  fate(trace: Trace): Promise<Fate>;
};

type Look = { readonly traces: Trace[]; readonly seen: Promise<Seen> };
type Seen = { readonly replies: ReadonlyMap<Trace, unknown>; readonly replicas: number };

const lookouts = new WeakMap<RedisClient, Lookout>();

/**
 * Only a cluster and what Sentinels watch over have replicas that take over by themselves; elsewhere there is nothing to look for. One for
 * each client: whoever writes through it shares the waiting.
 */
export function replicationOf(redis: RedisClient): Replication | undefined {
  const takesOver = redis instanceof Cluster || (redis.options.sentinels ?? []).length > 0;
  if (!takesOver) return undefined;
  const lookout = lookouts.get(redis) ?? new Lookout(redis);
  lookouts.set(redis, lookout);
  return lookout;
}

class Lookout implements Replication {
  readonly #redis: RedisClient;
  /** By server: WAIT holds up whatever else goes through its connection, so there is one at a time. */
  readonly #running = new Map<string, Promise<unknown>>();
  /** Those that wait for the look under way to end: it may have begun before what they ask for was written. */
  readonly #next = new Map<string, Look>();
  /** By server, for the moment at which its replicas are worth waiting for again (`performance.now()`). */
  readonly #waitsAgainMs = new Map<string, number>();

  constructor(redis: RedisClient) {
    this.#redis = redis;
  }

  async fate(trace: Trace): Promise<Fate> {
    const { replies, replicas } = await this.#look(trace);
    if (!trace.shows(replies.get(trace))) return 'lost';
    return replicas > 0 ? 'kept' : 'alone';
  }

  #look(trace: Trace): Promise<Seen> {
    const server = this.#serverOf(trace.key);
    const next = this.#next.get(server);
    if (next !== undefined) {
      next.traces.push(trace);
      return next.seen;
    }
    const traces = [trace];
    const before = this.#running.get(server) ?? Promise.resolve();
    const seen = before.then(() => {
      this.#next.delete(server);
      const looking = withinPatience(this.#redis, this.#ask(server, traces));
      const ended = looking.catch(() => undefined);
      this.#running.set(server, ended);
      void ended.then(() => this.#running.get(server) === ended && this.#running.delete(server));
      return looking;
    });
    this.#next.set(server, { traces, seen });
    return seen;
  }

  /** As far as the client knows. */
  #serverOf(key: RedisKey): string {
    return this.#redis instanceof Cluster ? (this.#redis.slots[calculateSlot(key)]?.join() ?? '') : '';
  }

  /** Waits first and looks then: whoever answers for the key by now shows what was written, or does not. */
  async #ask(server: string, traces: readonly Trace[]): Promise<Seen> {
    const replicas = await this.#wait(server, traces[0]?.key);
    const replies = await Promise.all(traces.map(({ key, command, args }) => this.#redis.call(command, key, ...args)));
    return { replies: new Map(traces.map((trace, index) => [trace, replies[index]])), replicas };
  }

  /** How many replicas of the key's server have what this client wrote there. */
  async #wait(server: string, key: RedisKey | undefined): Promise<number> {
    if (key === undefined || performance.now() < (this.#waitsAgainMs.get(server) ?? 0)) return 0;
    // WAIT has no key to find its server by, so it goes with a command that has one.
    const replies = await this.#redis.pipeline().exists(key).wait(1, longestMs).exec();
    const [error, count] = replies?.[1] ?? [];
    if (error) throw error;
    if (count === 0) this.#waitsAgainMs.set(server, performance.now() + pauseMs);
    return Number(count);
  }
}
