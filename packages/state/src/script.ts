import { createHash } from 'node:crypto';
import type { Cluster, Redis } from 'ioredis';
import type { RedisKey } from './keyspace.ts';

/** Anything that can run a Lua function: one Redis, or a cluster of them. */
export type RedisClient = Redis | Cluster;

type Shape = { readonly name: string; readonly as: 'string' | 'number' | 'json' };

export type ScriptSource = {
  readonly name: string;
  readonly keys: readonly string[];
  readonly args: readonly Shape[];
  readonly results: readonly Shape[];
  readonly lua: string;
};

/** A Lua function as TypeScript sees it: keys only from the keyspace, arguments and results by name. */
export type Script<Keys extends string, Args, Result> = {
  (redis: RedisClient, keys: Readonly<Record<Keys, RedisKey>>, args: Readonly<Args>): Promise<Result>;
  readonly source: ScriptSource;
};

/** Called by the hash of its text, so that two releases run side by side on one Redis. */
export function defineScript<Keys extends string, Args, Result>(source: ScriptSource): Script<Keys, Args, Result> {
  const sha = createHash('sha1').update(source.lua).digest('hex');
  const call = async (
    redis: RedisClient,
    keys: Readonly<Record<Keys, RedisKey>>,
    args: Readonly<Args>,
  ): Promise<Result> => {
    const flat = [
      ...source.keys.map((key) => keys[key as Keys]),
      ...source.args.map((shape) => encode(shape, args as Record<string, unknown>)),
    ];
    const reply = await redis.evalsha(sha, source.keys.length, ...flat).catch((error: unknown) => {
      if (!String(error).includes('NOSCRIPT')) throw error;
      return redis.eval(source.lua, source.keys.length, ...flat);
    });
    return Object.fromEntries(
      source.results.map((shape, index) => [shape.name, decode(shape, (reply as unknown[])[index])]),
    ) as Result;
  };
  return Object.assign(call, { source });
}

function encode({ name, as }: Shape, args: Record<string, unknown>): string {
  const value = args[name];
  return as === 'json' ? JSON.stringify(value) : String(value);
}

function decode({ as }: Shape, value: unknown): unknown {
  if (as === 'json') return JSON.parse(String(value));
  return as === 'number' ? Number(value) : String(value ?? '');
}
