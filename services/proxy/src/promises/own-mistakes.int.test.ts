import { answer } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

let proxy: ProxyUnderTest;
beforeAll(async () => {
  proxy = await startProxyUnderTest();
});
afterAll(() => proxy.stop());

const ask = { model: 'm-mistake', messages: [{ role: 'user', content: 'ping' }] };

it('a bug of the gateway is told as one, logged, and blames no key and no vendor', async () => {
  const user = proxy.user();
  const key = proxy.key('openai', {
    models: ['m-mistake'],
    limits: [{ metric: 'concurrent', amount: 1 }],
  });
  proxy.providers.openai.plays(key.secret, answer('pong'));
  const { path } = proxy.built;
  const whole = { ...path };
  const planted = new RangeError('a planted bug');
  Object.assign(path, { attempt: () => Promise.reject(planted) });
  for (let call = 0; call < 4; call += 1) {
    const response = await proxy.chat(user, ask);
    expect([response.status, await response.json()]).toMatchObject([500, { error: { code: 'internal_error' } }]);
  }
  expect(proxy.logs.filter((line) => line.includes('a planted bug'))).toHaveLength(4);

  Object.assign(path, whole);
  expect((await proxy.chat(user, ask)).status).toBe(200);
  expect(proxy.providers.openai.calls(key.secret)).toHaveLength(1);
});
