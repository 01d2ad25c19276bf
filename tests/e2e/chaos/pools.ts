import { setTimeout as wait } from 'node:timers/promises';
import type { ProviderName } from '@palimpsest/domain';
import {
  answer,
  cutAfter,
  fail,
  type OperatorApi,
  randomId,
  resetConnection,
  type SimulatedCall,
  type SimulatedProviders,
  type Step,
} from '@palimpsest/testkit';
import { type Occupancy, occupancy } from './occupancy.ts';
import type { Random } from './random.ts';

/** The one model that callers ask for; every key serves it. */
export const model = 'chaos';

type LimitAsked = { metric: 'requests' | 'tokens' | 'cost' | 'concurrent'; amount: number; period?: 'day' | 'month' };

/** A provider key, with what its provider saw of it. */
export type WatchedKey = {
  readonly id: string;
  readonly name: string;
  readonly limits: readonly LimitAsked[];
  readonly calls: () => readonly SimulatedCall[];
  readonly occupancy: Occupancy;
};

/** A user, with the limits that its calls are held to. */
export type WatchedUser = { readonly id: string; readonly gatewayKey: string; readonly limits: readonly LimitAsked[] };

const day = 'day' as const;

/** Caps that a run walks into, so that there is something to overshoot; the last two keys take whatever the others refuse. */
const pool = (requests: number): readonly [ProviderName, readonly LimitAsked[]][] => [
  ['openai', [{ metric: 'requests', amount: Math.ceil(requests / 12), period: day }]],
  ['gemini', [{ metric: 'tokens', amount: requests * 20, period: day }]],
  [
    'openai_compatible',
    [
      { metric: 'concurrent', amount: 3 },
      { metric: 'requests', amount: requests, period: day },
    ],
  ],
  ['anthropic', []],
  ['openai', []],
];

const users = (requests: number): readonly (readonly LimitAsked[])[] => [
  [],
  [{ metric: 'requests', amount: Math.ceil(requests / 15), period: day }],
  [{ metric: 'tokens', amount: requests * 10, period: day }],
  [{ metric: 'cost', amount: requests / 50_000, period: 'month' }],
  [{ metric: 'concurrent', amount: 2 }],
];

/** Enters prices, keys and users; every key plays a provider that is mostly well. */
export async function fillPools(
  operator: OperatorApi,
  providers: SimulatedProviders,
  random: Random,
  requests: number,
): Promise<{ readonly keys: readonly WatchedKey[]; readonly users: readonly WatchedUser[] }> {
  const keys: WatchedKey[] = [];
  for (const [at, [provider, limits]] of pool(requests).entries()) {
    const secret = randomId('sk');
    const name = `${provider}-${at}`;
    const concurrent = limits.find(({ metric }) => metric === 'concurrent')?.amount;
    const watched = occupancy(() => providers[provider].calls(secret), concurrent);
    providers[provider].plays(secret, (call) => {
      watched.entered(call);
      return misfortune(random, limits.length === 0);
    });
    const price = { provider, vendor: name, model, input_per_million: '1', output_per_million: '2' };
    await patiently(() => operator.call('PUT', '/prices', price));
    const baseUrl = providers[provider].baseUrl;
    const key = { name, provider, secret, base_url: baseUrl, vendor: name, models: [model], limits: [...limits] };
    const { id } = await patiently(() => operator.createKey(key));
    keys.push({ id, name, limits, calls: () => providers[provider].calls(secret), occupancy: watched });
  }
  const watchedUsers: WatchedUser[] = [];
  for (const [at, limits] of users(requests).entries()) {
    const user = { name: `user ${at}`, limits: [...limits] };
    const { id, gateway_key: gatewayKey } = await patiently(() => operator.createUser(user));
    watchedUsers.push({ id, gatewayKey, limits });
  }
  return { keys, users: watchedUsers };
}

const triesAtMost = 10;

/** A cluster that has just formed may stall on a busy machine, and says so: an operator would try again as well. */
async function patiently<T>(enter: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await enter();
    } catch (error) {
      if (tries === triesAtMost || !String(error).includes('store_unavailable')) throw error;
      await wait(500);
    }
  }
}

/**
 * What a provider does with one call: nine times of ten what it should. Only a key without a cap meets lost connections: what is lost on a
 * reused one goes out again at once and counts as one attempt, so its provider sees a call more than is counted.
 */
function misfortune(random: Random, mayReset: boolean): Step {
  const luck = random.below(100);
  const delayMs = Math.round(random.between(5, 60));
  if (luck < 2) return fail(429, { retryAfter: 1 });
  if (luck < 4) return fail(500);
  if (luck < 6) return cutAfter(1, 'half an answer', random.chance(50) ? 'end' : 'reset');
  if (luck < 7 && mayReset) return resetConnection();
  if (luck < 8) return answer('late', { delayMs: 2000 });
  return answer('a whole answer', { delayMs });
}
