import { createHash } from 'node:crypto';
import { type UserId, userId } from '@palimpsest/domain';
import { keyspace } from './keyspace.ts';
import type { RedisClient } from './redis-client.ts';

/** A session that had an answer, and when it had its last; `member` orders those of one millisecond. */
export type ActiveSession = SessionPlace & { readonly user: UserId; readonly session: string };

/** Where a page of sessions ended; Unix ms. */
export type SessionPlace = { readonly atMs: number; readonly member: string };

const chunk = 100;
const newest: SessionPlace = { atMs: Number.MAX_SAFE_INTEGER, member: '' };

/** When each session last had an answer. Apart from the sessions themselves, whose contents only proxies read. */
export class SessionActivity {
  readonly #redis: RedisClient;
  readonly #partitions: readonly string[];

  constructor(redis: RedisClient, partitions: readonly string[]) {
    this.#redis = redis;
    this.#partitions = partitions;
  }

  /** Notes an answer; repeating it, or noting an older one, changes nothing. */
  async touch(user: string, session: string, atMs: number): Promise<void> {
    const member = memberOf(user, session);
    await this.#redis.zadd(this.#keyOf(member), 'GT', atMs, member);
  }

  /** Sessions that had an answer at or after a time (Unix ms). */
  async count(sinceMs: number): Promise<number> {
    const counts = await Promise.all(
      this.#partitions.map((partition) => this.#redis.zcount(keyspace.activeSessions(partition), sinceMs, '+inf')),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Every session from the one with the last answer on, after a place. It may have been forgotten by its proxy since. */
  async *newestFirst(after: SessionPlace = newest): AsyncGenerator<ActiveSession> {
    for (let place = after; ; ) {
      const found = await Promise.all(this.#partitions.map((partition) => this.#after(partition, place)));
      const next = found.flat().sort(byTime).slice(0, chunk);
      for (const one of next) {
        const [user = '', session] = one.member.split(' ');
        // Members of a former release were digests: nobody can say whose they are.
        if (session !== undefined) yield { ...one, user: userId(user), session };
      }
      const last = next.at(-1);
      if (last === undefined) return;
      place = last;
    }
  }

  /** Forgets sessions whose last answer was before a time (Unix ms). */
  async forget(beforeMs: number): Promise<void> {
    await Promise.all(
      this.#partitions.map((partition) =>
        this.#redis.zremrangebyscore(keyspace.activeSessions(partition), '-inf', `(${beforeMs}`),
      ),
    );
  }

  /** Forgets one session; `false` where it was not known. */
  async drop(user: string, session: string): Promise<boolean> {
    const member = memberOf(user, session);
    return (await this.#redis.zrem(this.#keyOf(member), member)) === 1;
  }

  #keyOf(member: string) {
    const digest = createHash('sha256').update(member).digest();
    return keyspace.activeSessions(this.#partitions[digest.readUInt32BE() % this.#partitions.length] ?? '');
  }

  /** A chunk of one partition; only its end is shorter. */
  async #after(partition: string, place: SessionPlace): Promise<SessionPlace[]> {
    for (let most = chunk; ; most *= 2) {
      const key = keyspace.activeSessions(partition);
      const flat = await this.#redis.zrange(key, place.atMs, '0', 'BYSCORE', 'REV', 'LIMIT', 0, most, 'WITHSCORES');
      const found: SessionPlace[] = [];
      for (let at = 0; at < flat.length; at += 2) {
        const one = { atMs: Number(flat[at + 1]), member: flat[at] ?? '' };
        if (byTime(place, one) < 0) found.push(one);
      }
      // Those of the place's own millisecond come again; where they fill the chunk, a larger one is read.
      if (found.length >= chunk || flat.length < 2 * most) return found;
    }
  }
}

/** A session's id is visible characters alone, so a blank cannot be part of it. */
const memberOf = (user: string, session: string): string => `${user} ${session}`;

const byTime = (a: SessionPlace, b: SessionPlace): number =>
  a.atMs === b.atMs ? (a.member < b.member ? 1 : a.member > b.member ? -1 : 0) : b.atMs - a.atMs;
