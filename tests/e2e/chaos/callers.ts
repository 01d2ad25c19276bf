import { setTimeout as wait } from 'node:timers/promises';
import { call, type Told } from '../load/call.ts';
import { model, type WatchedUser } from './pools.ts';
import type { Random } from './random.ts';

/** Who asks, where, and how much in all. */
export type CallersOptions = {
  readonly urls: readonly string[];
  readonly users: readonly WatchedUser[];
  readonly random: Random;
  readonly requests: number;
  readonly atOnce: number;
  /** No call is begun after it. Monotonic ms. */
  readonly untilMs: number;
};

/** What a caller waits after a refusal, so that a gateway that refuses at once is not asked a thousand times a second. Milliseconds. */
const pauseMs = 100;

/** Callers that ask until there were enough, each for itself; resolves with what all were told. */
export async function callUp(options: CallersOptions): Promise<readonly Told[]> {
  const told: Told[] = [];
  let begun = 0;
  const one = async (): Promise<void> => {
    while (begun < options.requests && performance.now() < options.untilMs) {
      begun += 1;
      const last = await ask(options);
      told.push(last);
      if (last.result !== 'fine') await wait(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: options.atOnce }, one));
  return told;
}

async function ask({ urls, users, random }: CallersOptions): Promise<Told> {
  const { gatewayKey } = random.pick(users);
  const stream = random.chance(50);
  const leaves = random.chance(3) ? AbortSignal.timeout(Math.round(random.between(5, 80))) : undefined;
  const body = { model, stream, max_tokens: 20, messages: [{ role: 'user', content: 'hello there' }] };
  return call(random.pick(urls), { gatewayKey, body, leaves });
}
