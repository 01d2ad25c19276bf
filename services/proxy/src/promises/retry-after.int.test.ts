import { answer, fail } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { perDay } from '../testing/per-day.ts';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

let proxy: ProxyUnderTest;
beforeAll(async () => {
  proxy = await startProxyUnderTest();
});
afterAll(() => proxy.stop());

it('asks a limited key again when its Retry-After is over, never earlier and at most two seconds later, whatever its text says of a limit', async () => {
  const user = proxy.user();
  const free = proxy.key('openai', { models: ['gpt-back'], limits: [perDay(99)] });
  const paid = proxy.key('openai', { models: ['gpt-back'] });
  const message = 'Rate limit reached for gpt-back on requests per min (RPM): Limit 3, Used 3, Requested 1.';
  proxy.providers.openai.plays(
    free.secret,
    fail(429, {
      retryAfter: 3,
      body: { error: { message, type: 'requests', param: null, code: 'rate_limit_exceeded' } },
    }),
    answer('back'),
  );
  proxy.providers.openai.plays(paid.secret, answer('paid'));
  const ask = () => proxy.chat(user, { model: 'gpt-back', messages: [{ role: 'user', content: 'ping' }] });
  await ask();
  const limitedAt = proxy.providers.openai.calls(free.secret)[0]?.atMs ?? 0;
  await expect
    .poll(
      async () => {
        await ask();
        return proxy.providers.openai.calls(free.secret).length;
      },
      { timeout: 8000, interval: 100 },
    )
    .toBe(2);
  const waitedMs = (proxy.providers.openai.calls(free.secret)[1]?.atMs ?? 0) - limitedAt;
  expect(waitedMs).toBeGreaterThanOrEqual(3000);
  expect(waitedMs).toBeLessThan(5000);
});
