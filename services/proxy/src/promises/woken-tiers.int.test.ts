import { answer, fail } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { perDay } from '../testing/per-day.ts';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

let proxy: ProxyUnderTest;
beforeAll(async () => {
  proxy = await startProxyUnderTest();
});
afterAll(() => proxy.stop());

it('of keys that were all asleep and were woken elsewhere, one of the first target is taken, however the others stand', async () => {
  const first = proxy.key('openai', { models: ['gpt-woken'] });
  // With a day's quota of its own it would come first among equals.
  const second = proxy.key('anthropic', { models: ['claude-woken'], limits: [perDay(100)] });
  proxy.route({
    name: 'woken',
    targets: [
      { provider: 'openai', model: 'gpt-woken' },
      { provider: 'anthropic', model: 'claude-woken' },
    ],
    systemPrompt: null,
  });
  for (const key of [first, second]) proxy.providers[key.provider].plays(key.secret, fail(429, { retryAfter: 300 }));
  const user = proxy.user();
  const ask = { model: 'woken', messages: [{ role: 'user', content: 'ping' }] };
  expect((await proxy.chat(user, ask)).status).toBe(429);

  for (const key of [first, second]) {
    await proxy.pool.reset({ tag: key.id, keys: [key.id] });
    proxy.providers[key.provider].plays(key.secret, answer('pong'));
  }
  const woken = await proxy.chat(user, ask);
  expect([woken.status, woken.headers.get('x-palimpsest-key')]).toEqual([200, first.id]);
});
