import { createHash } from 'node:crypto';
import { Command } from 'ioredis';
import { hashTag, type RedisKey } from './keyspace.ts';
import { isWatched, withinPatience } from './patience.ts';
import type { RedisClient } from './redis-client.ts';
import { type Batched, sentTogether } from './script-turn.ts';
import { WatchedCommand } from './watched-command.ts';

export type ScriptSource<Keys extends string, Args, Result> = {
  readonly name: string;
  readonly keys: readonly Keys[];
  /** The arguments of one call as they travel. */
  readonly encode: (args: Readonly<Args>) => readonly (string | Buffer)[];
  readonly decode: (reply: readonly unknown[]) => Result;
  /** Whether bytes are among the results. */
  readonly binary: boolean;
  /** Whether the text takes the arguments of several calls, and gives a list of their replies. */
  readonly batched: boolean;
  readonly lua: string;
};

/** A Lua function as TypeScript sees it: keys only from the keyspace, arguments and results by name. */
export type Script<Keys extends string, Args, Result> = {
  (redis: RedisClient, keys: Readonly<Record<Keys, RedisKey>>, args: Readonly<Args>): Promise<Result>;
  readonly source: ScriptSource<Keys, Args, Result>;
};

/**
 * Called by the hash of its text, so that two releases run side by side on one Redis.
 *
 * @throws where the keys do not share one hash tag: a single Redis would run what a cluster refuses.
 */
export function defineScript<Keys extends string, Args, Result>(
  source: ScriptSource<Keys, Args, Result>,
): Script<Keys, Args, Result> {
  const sha = createHash('sha1').update(source.lua).digest('hex');
  const reply = { replyEncoding: source.binary ? null : ('utf8' as const) };
  const evaluate = (redis: RedisClient, name: 'evalsha' | 'eval', values: readonly (string | Buffer)[]) => {
    const args = [name === 'eval' ? source.lua : sha, source.keys.length, ...values];
    const command = isWatched(redis) ? new WatchedCommand(name, args, reply) : new Command(name, args, reply);
    return redis.sendCommand(command) as Promise<unknown>;
  };
  const run = (redis: RedisClient, values: readonly (string | Buffer)[]): Promise<unknown> =>
    evaluate(redis, 'evalsha', values).catch((error: unknown) => {
      if (!String(error).includes('NOSCRIPT')) throw error;
      return evaluate(redis, 'eval', values);
    });

  // Whoever calls often brings the same keys again, as one object.
  const places = new WeakMap<object, Batched>();
  const placeOf = (keys: Readonly<Record<Keys, RedisKey>>): Batched => {
    const known = places.get(keys);
    if (known !== undefined) return known;
    const named = source.keys.map((key) => keys[key]);
    oneHashTag(source.name, named);
    const place: Batched = {
      send: (redis, values) => withinPatience(redis, run(redis, [...named, ...values])) as Promise<readonly unknown[]>,
    };
    places.set(keys, place);
    return place;
  };

  const call = (redis: RedisClient, keys: Readonly<Record<Keys, RedisKey>>, args: Readonly<Args>): Promise<Result> => {
    const place = placeOf(keys);
    const values = source.encode(args);
    return source.batched
      ? sentTogether(redis, place, values, source.decode)
      : place.send(redis, values).then(source.decode);
  };
  return Object.assign(call, { source });
}

function oneHashTag(script: string, keys: readonly RedisKey[]): void {
  const [tag, ...others] = keys.map(hashTag);
  const stranger = others.find((other) => other !== tag);
  if (stranger !== undefined) throw new Error(`${script}: keys of more than one hash tag: ${tag}, ${stranger}`);
}
