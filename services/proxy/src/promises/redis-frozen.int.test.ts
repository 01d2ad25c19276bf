import {
  answer,
  fail,
  type RedisSentinels,
  type Relay,
  startOwnRedis,
  startRedisSentinels,
  startRelay,
  startSimulatedProviders,
} from '@palimpsest/testkit';
import { expect, test, vi } from 'vitest';
import { currentSnapshot } from '../snapshot/current.ts';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

/** A second, and what a busy machine adds. Redis is waited for 800 ms: who does so twice in a row is above it. */
const AN_ANSWER_MS = 1_300;
/** Three of them, one after the other, are longer than one wait in vain. */
const A_SLOW_REPLY_MS = 350;
/** Pieces that a call sends to Redis at most. */
const MANY = 30;

let number = 0;
/** A call with all that there may be of Redis in it: its first key is limited, it has a session, and it is kept for a repeat. */
async function failingOver(
  proxy: ProxyUnderTest,
  user: ReturnType<ProxyUnderTest['user']>,
  failure = fail(429, { retryAfter: 20 }),
) {
  number += 1;
  const model = `gpt-frozen-${number}`;
  const [first, second] = [
    proxy.key('openai', { models: [model], vendor: model }),
    proxy.key('openai', { models: [model], vendor: model }),
  ];
  for (const { secret } of [first, second]) proxy.providers.openai.plays(secret, answer('fine'));
  proxy.providers.openai.plays(first.secret, failure);
  const headers = { 'x-session-id': 'one', 'idempotency-key': model };
  return async () => {
    const startedAt = performance.now();
    const response = await proxy.chat(user, { model, messages: [{ role: 'user', content: 'hello' }] }, headers);
    const text = await response.text();
    const tookMs = performance.now() - startedAt;
    return { status: response.status, request: response.headers.get('x-request-id') ?? '', text, tookMs };
  };
}

/** A proxy whose way to Redis can be troubled, and whose functions Redis knows. */
async function behindRelay(
  run: (proxy: ProxyUnderTest, relay: Relay, user: ReturnType<ProxyUnderTest['user']>) => Promise<void>,
): Promise<void> {
  const server = await startOwnRedis();
  const [relay, providers] = [await startRelay(server.url), await startSimulatedProviders()];
  const house = { server: { ...server, url: relay.url }, providers, current: currentSnapshot() };
  const proxy = await startProxyUnderTest({}, {}, house);
  try {
    const user = proxy.user();
    await (await failingOver(proxy, user))();
    await run(proxy, relay, user);
  } finally {
    await proxy.stop();
    await relay.close();
    await providers.close();
    await server.stop();
  }
}

test(
  'wherever a call is when Redis freezes, its caller has the answer or a 503 within a second, and it is booked as it was told',
  () =>
    behindRelay(async (proxy, relay, user) => {
      const told = [];
      for (let pieces = 0; pieces < MANY; pieces += 1) {
        const ask = await failingOver(proxy, user);
        relay.freezeAfter(pieces);
        const one = await ask();
        told.push(one);
        if (!relay.thaw()) break;
        await vi.waitFor(() => proxy.redis.ping());
      }
      expect(told.length).toBeGreaterThan(5);
      expect(told.length).toBeLessThan(MANY);
      expect(told.at(-1)).toMatchObject({ status: 200 });
      const refused = told.filter(({ status }) => status !== 200);
      for (const { text, tookMs } of refused) {
        expect(text).toContain('gateway_unavailable');
        expect(tookMs).toBeLessThan(AN_ANSWER_MS);
      }
      await proxy.built.deferred.retry();
      const outcomes = new Map((await proxy.events(user)).map(({ requestId, outcome }) => [`${requestId}`, outcome]));
      for (const { request, status } of told)
        expect([request, outcomes.get(request)]).toEqual([
          request,
          status === 200 ? 'success' : expect.stringMatching(/^(?:rejected|failed)$/),
        ]);
    }),
  60_000,
);

test(
  'where Redis is slow and there, whatever a call has to ask it one after the other, a whole answer is told',
  () =>
    behindRelay(async (proxy, relay, user) => {
      // A mark that names no time waits for the note at the vendor, and the settlement for the mark.
      const ask = await failingOver(proxy, user, fail(401));
      relay.delay(A_SLOW_REPLY_MS);
      expect(await ask()).toMatchObject({ status: 200 });
    }),
  60_000,
);

test('a call whose reservation is being looked for on a replica when its master freezes is not kept waiting for both', async () => {
  const sentinels: RedisSentinels = await startRedisSentinels();
  const providers = await startSimulatedProviders();
  const address = {
    sentinels: sentinels.endpoints.split(',').map((one) => ({ host: '127.0.0.1', port: Number(one.split(':')[1]) })),
    masterName: sentinels.masterName,
  };
  const master = await sentinels.master();
  const replica = sentinels.servers.find((server) => server !== master);
  const proxy = await startProxyUnderTest({}, {}, { server: master, providers, current: currentSnapshot(), address });
  try {
    const user = proxy.user();
    const key = proxy.key('openai', { models: ['gpt-frozen'] });
    const ask = () => proxy.chat(user, { model: 'gpt-frozen', messages: [{ role: 'user', content: 'hello' }] });
    providers.openai.plays(key.secret, answer('fine'), () => answer('fine', { after: master.pause() }));
    await vi.waitFor(() => proxy.redis.ping());
    await (await ask()).text();
    await replica?.pause();
    const startedAt = performance.now();
    const response = await ask();
    expect([response.status, await response.text()]).toEqual([503, expect.stringContaining('gateway_unavailable')]);
    expect(performance.now() - startedAt).toBeLessThan(AN_ANSWER_MS);
  } finally {
    await proxy.stop();
    await providers.close();
    await sentinels.stop();
  }
}, 60_000);
