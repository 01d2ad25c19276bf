import type { Limit, ToldLimit, User } from '@palimpsest/domain';
import { answer } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { perDay } from '../testing/per-day.ts';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

let proxy: ProxyUnderTest;
beforeAll(async () => {
  proxy = await startProxyUnderTest();
});
afterAll(() => proxy.stop());

const ask = (model: string) => ({ model, messages: [{ role: 'user', content: 'ping' }] });

/** A user of whom Redis has just said that he is far from every limit, and the key that answers him. */
async function ample(model: string, limits: Limit[], ofKey: Limit[] = []) {
  const user = proxy.user({ limits });
  const key = proxy.key('openai', { models: [model], limits: ofKey });
  proxy.providers.openai.plays(key.secret, answer('pong'));
  expect((await proxy.chat(user, ask(model))).status).toBe(200);
  return { user, key };
}

/** Somebody else uses up what the user has. */
async function useUp(user: User): Promise<void> {
  const counters = `pgw:v1:{u:${user.id}}:counters`;
  for (const [limit, counter] of Object.entries(await proxy.redis.hgetall(counters)))
    await proxy.redis.hset(counters, limit, counter.replace(/^(\d+):\d+/, '$1:1000000'));
}

const leases = (key: { id: string }) => proxy.redis.zcard(`pgw:v1:{k:${key.id}}:leases`);

it('gives the key back whole where the user is refused after all, what the provider told of prompts included', async () => {
  const { user, key } = await ample('refused', [perDay(1000)]);
  const told: ToldLimit = {
    metric: 'input-tokens',
    period: 'minute',
    refill: 'window',
    limit: 10_000,
    remaining: 10_000,
    resetsInMs: 60_000,
    model: 'refused',
    source: 'header',
    confidence: 'told',
  };
  await proxy.pool.learn({ tag: key.id, key: key.id, ageMs: 0, told: [told] });
  await useUp(user);
  expect((await proxy.chat(user, ask('refused'))).status).toBe(429);
  expect(await leases(key)).toBe(0);
  const [standing] = await proxy.pool.read([{ tag: key.id, key: key.id, limits: [] }]);
  expect(standing?.learned).toMatchObject([{ metric: 'input-tokens', remaining: 10_000 }]);
});

it('holds no key for calls that were given up because Redis was slow', { timeout: 20_000 }, async () => {
  const { user, key } = await ample('slow', [], [{ metric: 'concurrent', amount: 3 }]);
  await proxy.redis.call('CLIENT', 'PAUSE', '1100', 'ALL');
  const calls = await Promise.all(Array.from({ length: 6 }, () => proxy.chat(user, ask('slow'))));
  expect(new Set(calls.map(({ status }) => status))).toEqual(new Set([503]));
  // What Redis did not do in time it does later.
  await vi.waitFor(async () => expect((await proxy.chat(user, ask('slow'))).status).toBe(200), { timeout: 5000 });
  await vi.waitFor(async () => expect(await leases(key)).toBe(0), { timeout: 5000 });
});

it.each([
  ['user', (user: string, _key: string) => `{u:${user}}`],
  ['key', (_user: string, key: string) => `{k:${key}}`],
])('outlives counters of a %s that cannot be settled', async (whose, tagOf) => {
  const unhandled = vi.fn<() => void>();
  process.on('unhandledRejection', unhandled);
  try {
    const { user, key } = await ample(`unsettled-${whose}`, []);
    const { promise: broken, resolve } = Promise.withResolvers<void>();
    proxy.providers.openai.plays(key.secret, answer('pong', { after: broken }));
    const call = proxy.chat(user, ask(`unsettled-${whose}`));
    await vi.waitFor(async () => expect(await leases(key)).toBe(1));
    const reservations = `pgw:v1:${tagOf(user.id, key.id)}:reservations`;
    await proxy.redis.set(reservations, 'no hash');
    resolve();
    expect((await call).status).toBe(200);
    await proxy.redis.del(reservations);
    expect((await proxy.chat(user, ask(`unsettled-${whose}`))).status).toBe(200);
    expect(unhandled).not.toHaveBeenCalled();
  } finally {
    process.off('unhandledRejection', unhandled);
  }
});
