import type { Limit } from '@palimpsest/domain';
import { answer } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

let first: ProxyUnderTest;
let proxies: readonly ProxyUnderTest[];
beforeAll(async () => {
  first = await startProxyUnderTest();
  proxies = [first, await startProxyUnderTest({}, {}, first), await startProxyUnderTest({}, {}, first)];
});
afterAll(async () => {
  for (const proxy of proxies.toReversed()) await proxy.stop();
});

/** Calls, and how many of them are under way at once: more than any limit here allows. */
const burst = 500;
const clients = 60;
/** Every call reserves what it will use: 15 tokens, of which 10 cost 8 USD per million. */
const use = { prompt: 5, completion: 10 };
const body = (model: string) => ({ model, messages: [{ role: 'user', content: 'ping' }], max_tokens: 10 });

const limit = (metric: 'requests' | 'tokens' | 'cost', amount: number | string, period: 'minute' | 'day' | 'month') =>
  ({ metric, amount, period, timeZone: 'Asia/Tokyo', models: undefined, enforce: true }) satisfies Limit;
const concurrent: Limit = { metric: 'concurrent', amount: 40 };

const cases: readonly [whose: 'user' | 'key', limit: Limit][] = [
  ['user', limit('requests', 40, 'minute')],
  ['user', limit('requests', 40, 'day')],
  ['user', limit('requests', 40, 'month')],
  ['user', limit('tokens', 40 * 15 + 14, 'day')],
  ['user', limit('cost', '0.0032', 'day')],
  ['user', concurrent],
  ['key', limit('requests', 40, 'minute')],
  ['key', limit('tokens', 40 * 15 + 14, 'month')],
  ['key', limit('cost', '0.0032', 'day')],
  ['key', concurrent],
];

const shown = (one: Limit) => (one.metric === 'concurrent' ? 'requests at once' : `${one.metric} a ${one.period}`);

it.each(cases.map(([whose, one], place) => [whose, shown(one), one, place] as const))(
  "lets exactly what a %s's limit on %s allows through a burst over three proxies",
  { timeout: 120_000 },
  async (whose, _, one, place) => {
    const model = `gpt-burst-${place}`;
    const user = first.user(whose === 'user' ? { limits: [one] } : {});
    const key = first.key('openai', { models: [model], ...(whose === 'key' ? { limits: [one] } : {}) });
    first.price({ provider: 'openai', model, inputPerMillion: 0n, outputPerMillion: 8_000_000_000n });
    // Those within a limit on requests at once stay there until all others have been refused.
    const delayMs = one.metric === 'concurrent' ? 20_000 : 0;
    first.providers.openai.plays(key.secret, answer({ text: 'pong', usage: use }, { delayMs }));
    const statuses: number[] = [];
    let sent = 0;
    const client = async (): Promise<void> => {
      for (let index = sent++; index < burst; index = sent++) {
        const response = await fetch(`${proxies[index % 3]?.url}/v1/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${user.key}`, 'content-type': 'application/json' },
          body: JSON.stringify(body(model)),
        });
        await response.arrayBuffer();
        statuses.push(response.status);
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    const events = (await first.events(user)).filter(({ outcome }) => outcome === 'success');
    // A minute may end during the burst: a user's window is that of the admission, a key's that of the attempt.
    const minutes = Map.groupBy(events, ({ atMs, chain }) => {
      const countedAtMs = whose === 'user' ? atMs : (chain[0]?.reservedAtMs ?? 0);
      return shown(one).endsWith('minute') ? Math.floor(countedAtMs / 60_000) : 0;
    });
    for (const ofMinute of minutes.values()) expect(ofMinute.length).toBeLessThanOrEqual(40);
    if (minutes.size === 1) expect(statuses.filter((status) => status === 200)).toHaveLength(40);
    // On a machine that is too busy for a burst some are refused for want of an answer from Redis in time.
    expect(statuses.filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
    expect(first.providers.openai.calls(key.secret)).toHaveLength(events.length);
  },
);
