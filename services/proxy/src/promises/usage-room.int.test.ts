import { answer } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { perDay } from '../testing/per-day.ts';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

let proxy: ProxyUnderTest;
beforeAll(async () => {
  proxy = await startProxyUnderTest({ PALIMPSEST_USAGE_STREAM_MAX: '100' });
});
afterAll(() => proxy.stop());

const streams = ['0', '1', '2', '3'].map((partition) => `pgw:v1:{usage:${partition}}:events`);
const fill = () =>
  Promise.all(streams.flatMap((name) => Array.from({ length: 25 }, () => proxy.redis.xadd(name, '*', 'a', 'b'))));
const ask = { model: 'gpt-room', messages: [{ role: 'user', content: 'ping' }] };

test('a call whose usage could not be written down is refused before it costs anything, and none is lost', async () => {
  const user = proxy.user({ limits: [perDay(2)] });
  const key = proxy.key('openai', { models: ['gpt-room'] });
  proxy.providers.openai.plays(key.secret, answer('pong'));
  await fill();
  const refused = await proxy.chat(user, ask);
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(await refused.json()).toMatchObject({ error: { code: 'gateway_unavailable' } });
  expect(proxy.providers.openai.calls(key.secret)).toHaveLength(0);
  expect(await proxy.built.usage.hasRoom()).toBe(false);

  await proxy.redis.del(...streams);
  expect(await proxy.built.usage.hasRoom()).toBe(true);
  expect((await proxy.chat(user, ask)).status).toBe(200);
  expect((await proxy.chat(user, ask)).status).toBe(200);
  await proxy.built.deferred.retry();
  await vi.waitFor(async () => {
    const outcomes = (await proxy.events(user)).map(({ outcome, errorCode }) => errorCode ?? outcome);
    expect(outcomes.toSorted()).toEqual(['gateway_unavailable', 'success', 'success']);
  });
});
