import { answer, fail } from '@palimpsest/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { perDay } from '../testing/per-day.ts';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

let proxy: ProxyUnderTest;
let patient: ProxyUnderTest;
beforeAll(async () => {
  proxy = await startProxyUnderTest();
  patient = await startProxyUnderTest({ PALIMPSEST_MAX_WAIT_MS: '3000' }, {}, proxy);
});
afterAll(async () => {
  await patient.stop();
  await proxy.stop();
});

async function ask(at: ProxyUnderTest, model: string) {
  const startedAt = performance.now();
  const response = await at.chat(caller, { model, messages: [{ role: 'user', content: 'ping' }] });
  await response.text();
  return { response, tookMs: performance.now() - startedAt };
}
let caller: { readonly key: string };
beforeAll(() => {
  caller = proxy.user();
});

/** Keys that are asked in this order, each of a vendor of its own. */
const keysOf = (model: string, count: number) =>
  Array.from({ length: count }, (_, at) =>
    proxy.key('openai', { models: [model], vendor: `${model} ${at}`, limits: [perDay(100 - at)] }),
  );
const calls = (keys: readonly { readonly secret: string }[]) =>
  keys.map(({ secret }) => proxy.providers.openai.calls(secret).length);
const limitedFor = (ms: number) => fail(429, { headers: { 'retry-after-ms': String(ms) } });

describe('a request for which every key sleeps', () => {
  it('waits for the first one where it may and that one is near', async () => {
    const keys = keysOf('near', 1);
    for (const { secret } of keys) proxy.providers.openai.plays(secret, limitedFor(1200), answer('pong'));
    expect((await ask(proxy, 'near')).response.status).toBe(429);
    const { response, tookMs } = await ask(patient, 'near');
    expect(response.status).toBe(200);
    expect(tookMs).toBeGreaterThan(300);
    expect(calls(keys)).toEqual([2]);
  });

  it('is refused at once where that one is further away, and where it may not wait', async () => {
    const keys = keysOf('far', 1);
    for (const { secret } of keys) proxy.providers.openai.plays(secret, limitedFor(30_000), answer('pong'));
    expect((await ask(proxy, 'far')).response.status).toBe(429);
    for (const at of [proxy, patient]) {
      const { response, tookMs } = await ask(at, 'far');
      expect(response.status).toBe(429);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(20);
      expect(tookMs).toBeLessThan(2500);
    }
    expect(calls(keys)).toEqual([1]);
  });

  it('waits for a key that it did not try yet, also after one that failed, and for none that it did', async () => {
    const keys = keysOf('second', 2);
    const [first, second] = keys as [(typeof keys)[0], (typeof keys)[0]];
    proxy.providers.openai.plays(first.secret, answer(''), limitedFor(500));
    proxy.providers.openai.plays(second.secret, limitedFor(1500), answer('pong'));
    expect((await ask(proxy, 'second')).response.status).toBe(502);
    const { response } = await ask(patient, 'second');
    expect(response.headers.get('x-palimpsest-key')).toBe(second.id);
    expect(calls(keys)).toEqual([2, 2]);
  });
});

describe('a request whose first key is awake again before its last one has failed', () => {
  it('ends all the same: no key is tried twice, and none that was tried is waited for', async () => {
    const keys = keysOf('brief', 2);
    const [first, second] = keys as [(typeof keys)[0], (typeof keys)[0]];
    proxy.providers.openai.plays(first.secret, limitedFor(50));
    proxy.providers.openai.plays(second.secret, answer('', { delayMs: 400 }));
    for (const at of [proxy, patient]) {
      const { response, tookMs } = await ask(at, 'brief');
      expect(response.status).toBe(502);
      expect(tookMs).toBeLessThan(3000);
    }
    expect(calls(keys)).toEqual([2, 2]);
  });
});
