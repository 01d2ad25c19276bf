import type { Limit } from '@palimpsest/domain';
import { Command } from 'ioredis';
import { keysOf } from './key-keys.ts';
import type { KeyRef } from './key-words.ts';
import type { RedisKey } from './keyspace.ts';
import { isWatched, withinPatience } from './patience.ts';
import type { RedisClient } from './redis-client.ts';
import { WatchedCommand } from './watched-command.ts';
import { countedLimits } from './windows.ts';

/** What can be seen of a key without a Lua function. */
export type KeyGlance = {
  /** Number of the last change other than by use: of the key, or for one key of it, of its quota group. Time alone changes nothing. */
  readonly version: number;
  /** Unix ms by Redis's clock; `null`: never. */
  readonly lastUsedAtMs: number | null;
  /** As they lie in Redis; `remainingBy` reads them. They are another text whenever anything was used, or came back. */
  readonly counters: readonly (string | null)[];
};

type Fields = readonly (string | null)[];

/** One or two commands of Redis for each key, all at once: in a cluster each node gets its own. */
export async function glanceAt(
  redis: RedisClient,
  keys: readonly (KeyRef & { readonly limits: readonly Limit[] })[],
): Promise<KeyGlance[]> {
  const Sent = isWatched(redis) ? WatchedCommand : Command;
  const fieldsOf = (hash: RedisKey, names: readonly string[]): Promise<Fields> =>
    redis.sendCommand(new Sent('hmget', [hash, ...names], { replyEncoding: 'utf8' })) as Promise<Fields>;
  const asked = keys.flatMap(({ limits, ...ref }) => {
    const { state, counters } = keysOf(ref);
    const counted = countedLimits(limits);
    return [fieldsOf(state, ['version', 'lastUsedAt']), counted.length === 0 ? none : fieldsOf(counters, counted)];
  });
  const read = await withinPatience(redis, Promise.all(asked));
  return keys.map((_, place) => {
    const [version = null, lastUsedAt = null] = read[2 * place] ?? [];
    const counters = read[2 * place + 1] ?? [];
    return { version: Number(version), lastUsedAtMs: lastUsedAt === null ? null : Number(lastUsedAt), counters };
  });
}

const none: Promise<Fields> = Promise.resolve([]);
