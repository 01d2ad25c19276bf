import { createHash } from 'node:crypto';
import type { RedisClient } from '@palimpsest/state';

type Command = Parameters<RedisClient['sendCommand']>[0];

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
  const evaluate = ([script, keys, ...args]: readonly unknown[]): Promise<unknown> => {
    const { text, sha } = shifted(String(script));
    const values = args as (string | Buffer)[];
    if (toldMs !== now()) {
      toldMs = now();
      void redis.hset(clock, { seconds: Math.floor(toldMs / 1000), micros: (toldMs % 1000) * 1000 });
    }
    return redis.evalsha(sha, Number(keys), ...values).catch((error: unknown) => {
      if (!String(error).includes('NOSCRIPT')) throw error;
      return redis.eval(text, Number(keys), ...values);
    });
  };
  /** What is asked for by its hash is the text with the real time: the caller then sends the text. */
  const sendCommand = (command: Command): unknown => {
    if (command.name === 'evalsha') return Promise.reject(new Error('NOSCRIPT'));
    return command.name === 'eval' ? evaluate(command.args) : redis.sendCommand(command);
  };
  return new Proxy(redis, {
    get(target, name) {
      if (name === 'sendCommand') return sendCommand;
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}
