import { createHash } from 'node:crypto';
import { binaryReply } from './binary-reply.ts';
import { hashTag, type RedisKey } from './keyspace.ts';
import { withinPatience } from './patience.ts';
import type { RedisClient } from './redis-client.ts';
import { type SendBatch, sentTogether } from './script-turn.ts';

type Scalar = 'string' | 'number' | 'bytes';
type Shape = { readonly name: string; readonly as: Scalar | `${Scalar}[]` | 'json' };

type ReplyScalar = string | number | Buffer | null;
type Reply = ReplyScalar | ReplyScalar[];

export type ScriptSource = {
  readonly name: string;
  readonly keys: readonly string[];
  readonly args: readonly Shape[];
  readonly results: readonly Shape[];
  /** Whether the text takes the arguments of several calls, and gives a list of their replies. */
  readonly batched: boolean;
  readonly lua: string;
};

/** A Lua function as TypeScript sees it: keys only from the keyspace, arguments and results by name. */
export type Script<Keys extends string, Args, Result> = {
  (redis: RedisClient, keys: Readonly<Record<Keys, RedisKey>>, args: Readonly<Args>): Promise<Result>;
  readonly source: ScriptSource;
};

/**
 * Called by the hash of its text, so that two releases run side by side on one Redis.
 *
 * @throws where the keys do not share one hash tag: a single Redis would run what a cluster refuses.
 */
export function defineScript<Keys extends string, Args, Result>(source: ScriptSource): Script<Keys, Args, Result> {
  const sha = createHash('sha1').update(source.lua).digest('hex');
  const binary = source.results.some(({ as }) => as.startsWith('bytes'));
  const call = async (
    redis: RedisClient,
    keys: Readonly<Record<Keys, RedisKey>>,
    args: Readonly<Args>,
  ): Promise<Result> => {
    const named = source.keys.map((key) => keys[key as Keys]);
    oneHashTag(source.name, named);
    const encoded = source.args.map((shape) => encode(shape, args as Record<string, unknown>));
    const send = (flat: readonly (string | Buffer)[]): Promise<unknown> =>
      withinPatience(redis, run(redis, [...named, ...flat]));
    const reply = source.batched
      ? await sentTogether(redis, `${sha} ${named.join(' ')}`, encoded, send as SendBatch)
      : await send(encoded);
    return Object.fromEntries(
      source.results.map((shape, index) => [shape.name, decode(shape.as, (reply as Reply[])[index])]),
    ) as Result;
  };
  const run = (redis: RedisClient, flat: readonly (string | Buffer)[]): Promise<unknown> => {
    const evaluate = (command: 'evalsha' | 'eval', script: string): Promise<unknown> =>
      binary
        ? binaryReply(redis, command, [script, source.keys.length, ...flat])
        : redis[command](script, source.keys.length, ...flat);
    return evaluate('evalsha', sha).catch((error: unknown) => {
      if (!String(error).includes('NOSCRIPT')) throw error;
      return evaluate('eval', source.lua);
    });
  };
  return Object.assign(call, { source });
}

function oneHashTag(script: string, keys: readonly RedisKey[]): void {
  const [tag, ...others] = keys.map(hashTag);
  const stranger = others.find((other) => other !== tag);
  if (stranger !== undefined) throw new Error(`${script}: keys of more than one hash tag: ${tag}, ${stranger}`);
}

function encode({ name, as }: Shape, args: Record<string, unknown>): string | Buffer {
  const value = args[name];
  if (as === 'json') return JSON.stringify(value);
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : String(value);
}

function decode(as: Shape['as'], value: Reply | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => decodeOne(as.replace('[]', '') as Scalar, item));
  return as === 'json' ? JSON.parse(String(value)) : decodeOne(as as Scalar, value);
}

function decodeOne(as: Scalar, value: ReplyScalar | undefined): ReplyScalar | undefined {
  switch (as) {
    case 'number':
      return Number(value);
    case 'string':
      return String(value ?? '');
    case 'bytes':
      return value;
  }
}
