import { createHash } from 'node:crypto';
import type { UserId } from '@palimpsest/domain';
import { keyspace } from './keyspace.ts';
import { withinPatience } from './patience.ts';
import type { RedisClient } from './redis-client.ts';
import { appendTurn, readSession } from './scripts.gen.ts';

/** A session belongs to its user: the same id under another user is another session. */
export type SessionRef = { readonly user: UserId; readonly session: string };

/** What a stored piece is known by: the SHA-1 of its bytes, in hexadecimal. */
export type PieceName = string;

export const pieceName = (piece: Uint8Array): PieceName => createHash('sha1').update(piece).digest('hex');

/** As it was stored: sealed by the proxy. `turns`: whole ones, or pieces of them, the oldest first. */
export type StoredSession = { readonly meta: Buffer | null; readonly turns: readonly Buffer[] };

export type Turn = SessionRef & {
  /** A whole one, or what a request adds to the one under way. */
  readonly turn: Uint8Array;
  /** Whether a turn begins in it; else it goes on with one. Default: it does. */
  readonly begins?: boolean;
  /** The piece that it goes on with, which must be the last one; default: any may be, or none. */
  readonly behind?: PieceName | undefined;
  /** Stored pieces whose place it takes. */
  readonly replaces?: readonly PieceName[];
  /** Takes the place of the one that is there, which stays where this is `undefined`. */
  readonly meta: Uint8Array | undefined;
  /** Whole turns, in however many pieces; older ones are forgotten. */
  readonly keep: number;
  /** Milliseconds after which an idle session is forgotten. */
  readonly ttlMs: number;
};

/** What is known of a session without opening it; times are Unix ms. */
export type SessionStanding = {
  /** Stored pieces: a turn, or one of the pieces of a turn with tool calls. */
  readonly parts: number;
  /** `null` where it began before its start was noted. */
  readonly startedAtMs: number | null;
  readonly lastTurnAtMs: number;
  readonly expiresAtMs: number;
};

/** Stored conversations. What is in them is sealed before it comes here, and the session's id is kept as its SHA-256. */
export class Sessions {
  /**
   * Bytes, sealed, of all turns of a session; the oldest go first. Every call of a session moves and opens all of it. In base64 a picture of
   * the size that providers take, 5 MB, is 6.7 MB: a turn with one is kept.
   */
  static readonly mostBytes = 8 * 1_048_576;

  /** The same where only the turn under way is left: its calls wait for results, and it is not parted. As much as a request may bring. */
  static readonly mostOfLast = 32 * 1_048_576;

  readonly #redis: RedisClient;

  constructor(redis: RedisClient) {
    this.#redis = redis;
  }

  async read(ref: SessionRef): Promise<StoredSession> {
    const { turns, meta } = keysOf(ref);
    const [sealed, stored] = await withinPatience(
      this.#redis,
      Promise.all([this.#redis.hgetBuffer(meta, 'sealed'), this.#redis.lrangeBuffer(turns, 0, -1)]),
    );
    return { meta: sealed, turns: stored };
  }

  /**
   * Adds a turn or a piece of one. Of two requests at the same time both are kept, in the order of completion. What is larger than
   * `mostOfLast` by itself is not kept, and not sent to Redis either. `false` where what it must go behind is not the last one any more:
   * nothing was stored.
   */
  async append({ turn, begins = true, behind = '', replaces = [], meta, keep, ttlMs, ...ref }: Turn): Promise<boolean> {
    const kept = turn.length > Sessions.mostOfLast ? nothing : turn;
    const { stored } = await appendTurn(this.#redis, keysOf(ref), {
      turn: kept,
      name: pieceName(kept),
      sealed: meta ?? nothing,
      begins: begins ? 1 : 0,
      behind,
      replaced: [...replaces],
      keep,
      mostBytes: Sessions.mostBytes,
      mostOfLast: Sessions.mostOfLast,
      ttlMs,
    });
    return stored === 1;
  }

  /** `undefined` where nothing of the session is stored. */
  async standing(ref: SessionRef): Promise<SessionStanding | undefined> {
    const { parts, startedMs, updatedMs, expiresMs } = await readSession(this.#redis, keysOf(ref), {});
    if (parts === 0) return undefined;
    return { parts, startedAtMs: startedMs || null, lastTurnAtMs: updatedMs, expiresAtMs: expiresMs };
  }

  /** Forgets all of a session; `false` where nothing was stored. A request under way may begin it anew. */
  async forget(ref: SessionRef): Promise<boolean> {
    const { turns, meta } = keysOf(ref);
    return (await this.#redis.del(turns, meta)) > 0;
  }
}

const nothing = new Uint8Array();

const keysOf = ({ user, session }: SessionRef) => {
  const name = createHash('sha256').update(session).digest('hex');
  return { turns: keyspace.sessionTurns(user, name), meta: keyspace.sessionMeta(user, name) };
};
