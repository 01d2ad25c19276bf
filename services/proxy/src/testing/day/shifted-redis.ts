import { createHash } from 'node:crypto';
import type { RedisClient } from '@palimpsest/state';

/** Where the simulated time lies while a simulated day runs. */
const clock = 'simulated-clock';

/**
 * The same Redis, whose functions see the time that `now` (Unix ms) says when they are called. Their text is the product's own but for the one place
 * that asks for the time. Commands of one client run in order: the time is told before the function.
 */
export function shiftedRedis(redis: RedisClient, now: () => number): RedisClient {
  let toldMs = 0;
  const shas = new Map<string, { readonly text: string; readonly sha: string }>();
  const shifted = (script: string) => {
    const known = shas.get(script);
    if (known !== undefined) return known;
    const text = script.replaceAll("redis.call('TIME')", `redis.call('HMGET', '${clock}', 'seconds', 'micros')`);
    const made = { text, sha: createHash('sha1').update(text).digest('hex') };
    shas.set(script, made);
    return made;
  };
  const functions = {
    // What is asked for by its hash is the text with the real time: the caller then sends the text.
    evalsha: async () => {
      throw new Error('NOSCRIPT');
    },
    eval: async (script: string, keys: number, ...args: string[]) => {
      const { text, sha } = shifted(script);
      if (toldMs !== now()) {
        toldMs = now();
        void redis.hset(clock, { seconds: Math.floor(toldMs / 1000), micros: (toldMs % 1000) * 1000 });
      }
      return redis.evalsha(sha, keys, ...args).catch(async (error: unknown) => {
        if (!String(error).includes('NOSCRIPT')) throw error;
        return redis.eval(text, keys, ...args);
      });
    },
  };
  return new Proxy(redis, {
    get(target, name) {
      const member: unknown = name in functions ? Reflect.get(functions, name) : Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}
