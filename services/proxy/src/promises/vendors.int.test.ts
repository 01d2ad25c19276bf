import { answer, fail } from '@palimpsest/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { perDay } from '../testing/per-day.ts';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

let proxy: ProxyUnderTest;
beforeAll(async () => {
  proxy = await startProxyUnderTest();
});
afterAll(() => proxy.stop());

const ask = (model: string) => ({ model, messages: [{ role: 'user', content: 'ping' }] });
const keys = (vendor: string, count: number) =>
  Array.from({ length: count }, () => proxy.key('openai', { models: [vendor], vendor }));
const states = async (of: ReturnType<typeof keys>) =>
  (await proxy.pool.read(of.map(({ id }) => ({ tag: id, key: id, limits: [] })))).map(({ state }) => state);

describe('trouble that several keys of a vendor meet at once', () => {
  it('stops further attempts there when three meet a server error, and marks none', async () => {
    const user = proxy.user();
    const failing = keys('gpt-outage', 5);
    for (const key of failing) proxy.providers.openai.plays(key.secret, fail(500));
    expect((await proxy.chat(user, ask('gpt-outage'))).status).toBe(502);
    const asked = () => failing.reduce((sum, key) => sum + proxy.providers.openai.calls(key.secret).length, 0);
    expect(asked()).toBe(3);
    const second = await proxy.chat(user, ask('gpt-outage'));
    expect(second.status).toBe(429);
    expect(await second.json()).toMatchObject({
      error: { code: 'pool_exhausted', message: expect.stringContaining('5 at a vendor in trouble') },
    });
    expect(asked()).toBe(3);
    expect(await states(failing)).toEqual(Array(5).fill('active'));
  });

  it('goes to another vendor meanwhile', async () => {
    const user = proxy.user();
    for (const key of keys('gpt-both', 3)) proxy.providers.openai.plays(key.secret, fail(500));
    const other = proxy.key('openai', { models: ['gpt-both'], vendor: 'another' });
    proxy.providers.openai.plays(other.secret, answer('pong'));
    for (let turn = 0; turn < 3; turn += 1) expect((await proxy.chat(user, ask('gpt-both'))).status).toBe(200);
  });

  it('does not burn the pool when our address is limited: three 429s within two seconds, and no fourth', async () => {
    const user = proxy.user();
    const limited = keys('gpt-wave', 6);
    for (const key of limited) proxy.providers.openai.plays(key.secret, fail(429, { retryAfter: 30 }));
    const response = await proxy.chat(user, ask('gpt-wave'));
    expect(response.status).toBe(429);
    expect(limited.filter((key) => proxy.providers.openai.calls(key.secret).length > 0)).toHaveLength(3);
  });

  it('holds nothing of the key that was reserved while the third of them stopped the vendor', async () => {
    const user = proxy.user();
    const limits = [perDay(10)];
    const limited = Array.from({ length: 4 }, () =>
      proxy.key('openai', { models: ['gpt-beside'], vendor: 'gpt-beside', limits }),
    );
    const other = proxy.key('openai', { models: ['gpt-beside'], vendor: 'beside' });
    for (const key of limited) proxy.providers.openai.plays(key.secret, fail(429, { retryAfter: 30 }));
    proxy.providers.openai.plays(other.secret, answer('pong'));
    const response = await proxy.chat(user, ask('gpt-beside'));
    expect([response.status, response.headers.get('x-palimpsest-attempts')]).toEqual([200, '4']);
    const standings = await proxy.pool.read(limited.map(({ id }) => ({ tag: id, key: id, limits })));
    const left = standings.map(({ remaining }) => Number(remaining[0]?.remaining));
    expect(left.toSorted((a, b) => a - b)).toEqual([9, 9, 9, 10]);
    const held = await Promise.all(limited.map(({ id }) => proxy.redis.zcard(`pgw:v1:{k:${id}}:leases`)));
    expect(held).toEqual([0, 0, 0, 0]);
    const [event] = await proxy.events(user);
    expect(event?.candidates.map(({ verdict }) => verdict).toSorted()).toEqual([
      'chosen',
      'sleeping',
      'sleeping',
      'sleeping',
      'vendor',
    ]);
  });

  it('suspends nobody when three keys are refused within a minute: those before are forgiven', async () => {
    const user = proxy.user();
    const refused = keys('gpt-refused', 4);
    for (const key of refused) proxy.providers.openai.plays(key.secret, fail(401));
    const response = await proxy.chat(user, ask('gpt-refused'));
    expect(response.status).not.toBe(401);
    expect(refused.filter((key) => proxy.providers.openai.calls(key.secret).length > 0)).toHaveLength(3);
    expect(await states(refused)).toEqual(Array(4).fill('active'));
  });
});
