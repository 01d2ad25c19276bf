import { decodeUsageEvent } from '@palimpsest/contracts';
import { answer, fail, type Relay, startOwnRedis, startRelay, startSimulatedProviders } from '@palimpsest/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { currentSnapshot } from '../snapshot/current.ts';
import { perDay } from '../testing/per-day.ts';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

/** So long every reply of Redis takes: what a busy machine adds is less. Milliseconds. */
const REPLY_MS = 300;

let relay: Relay;
let proxy: ProxyUnderTest;
let close: () => Promise<void>;
beforeAll(async () => {
  const [server, providers] = [await startOwnRedis(), await startSimulatedProviders()];
  relay = await startRelay(server.url);
  const house = { server: { ...server, url: relay.url }, providers, current: currentSnapshot() };
  proxy = await startProxyUnderTest({}, {}, house);
  // Redis is told every function at its first use, which is a round trip of its own.
  const { first, second, ask } = scene();
  first.plays(fail(429));
  second.plays(answer('pong'));
  await ask();
  close = async () => {
    await proxy.stop();
    await relay.close();
    await providers.close();
    await server.stop();
  };
});
afterAll(() => close());

let count = 0;
/** A user, and two keys of one vendor for a model of their own: the first is asked first, as it has a limit. */
function scene() {
  count += 1;
  const model = `gpt-trips-${count}`;
  const keys = [[perDay(100)], []].map((limits) => proxy.key('openai', { models: [model], vendor: model, limits }));
  const [first, second] = keys.map(({ id, secret }) => ({
    id,
    plays: (step: Parameters<typeof proxy.providers.openai.plays>[1]) => proxy.providers.openai.plays(secret, step),
  }));
  const user = proxy.user();
  const ask = () => proxy.chat(user, { model, messages: [{ role: 'user', content: 'ping' }] });
  if (first === undefined || second === undefined) throw new Error('two keys were made');
  return { first, second, user, ask };
}

describe('the next attempt', () => {
  it.each([
    ['a 429 that names its time', fail(429, { retryAfter: 20 })],
    ['a 429 that names none', fail(429)],
    ['a refused key', fail(401)],
    ['a server error', fail(500)],
  ])('is one round trip to Redis away from %s', async (_, failure) => {
    const { first, second, ask } = scene();
    let refusedAt = 0;
    let askedAgainAt = 0;
    first.plays(() => {
      relay.delay(REPLY_MS);
      refusedAt = performance.now();
      return failure;
    });
    second.plays(() => {
      relay.delay(0);
      askedAgainAt = performance.now();
      return answer('pong');
    });
    expect((await ask()).status).toBe(200);
    expect(Math.floor((askedAgainAt - refusedAt) / REPLY_MS)).toBe(1);
  });
});

describe('what goes out first after a failure', () => {
  it.each([
    ['a 429 that names its time', fail(429, { retryAfter: 20 })],
    ['a server error', fail(500)],
  ])('is the reservation of the next key; what only books the failure comes behind it: %s', async (_, failure) => {
    const { first, second, ask } = scene();
    let sent = (): string => '';
    first.plays(() => {
      sent = relay.record();
      return failure;
    });
    second.plays(answer('pong'));
    expect((await ask()).status).toBe(200);
    const text = sent();
    const reserved = text.indexOf(`{k:${second.id}}`);
    expect(reserved).toBeGreaterThan(-1);
    for (const booked of [`{k:${first.id}}`, '{usage:']) expect(text.indexOf(booked)).toBeGreaterThan(reserved);
  });
});

describe('while the next attempt is under way', () => {
  it('the failed one is booked already: its key sleeps and holds nothing, and should this proxy die its chain is known', async () => {
    const { first, second, user, ask } = scene();
    const ended = Promise.withResolvers<void>();
    first.plays(fail(429, { retryAfter: 20 }));
    second.plays(() => answer('pong', { after: ended.promise }));
    const response = ask();
    await vi.waitFor(async () => {
      const [standing] = await proxy.pool.read([{ tag: first.id, key: first.id, limits: [perDay(100)] }]);
      expect(standing).toMatchObject({ state: 'sleeping', remaining: [{ remaining: 99 }] });
      expect(await proxy.redis.zcard(`pgw:v1:{k:${first.id}}:leases`)).toBe(0);
    });
    const records = await Promise.all(
      [0, 1, 2, 3].map((partition) => proxy.redis.hvalsBuffer(`pgw:v1:{usage:${partition}}:open-records`)),
    );
    const [record] = records.flat().map((bytes) => decodeUsageEvent(bytes));
    expect(record).toMatchObject({ userId: user.id, outcome: 'abandoned', chain: [{ key: first.id, status: 429 }] });
    ended.resolve();
    expect((await response).status).toBe(200);
  });
});
