import { nothingSpent, type ServingKey } from '@palimpsest/domain';
import { KeyPool, windowsOf } from '@palimpsest/state';
import { answer, fail, quotaFailure } from '@palimpsest/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { perDay } from '../testing/per-day.ts';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

let proxy: ProxyUnderTest;
beforeAll(async () => {
  proxy = await startProxyUnderTest();
});
afterAll(() => proxy.stop());

const ask = (model: string) => ({ model, messages: [{ role: 'user', content: 'ping' }], max_tokens: 10 });
const told = (limit: number, remaining: number, reset: string) => ({
  headers: {
    'x-ratelimit-limit-requests': String(limit),
    'x-ratelimit-remaining-requests': String(remaining),
    'x-ratelimit-reset-requests': reset,
  },
});
const calls = (key: ServingKey & { secret: string }) => proxy.providers[key.provider].calls(key.secret).length;
const learnedOf = async (key: ServingKey) =>
  (await proxy.pool.read([{ tag: key.id, key: key.id, limits: [] }]))[0]?.learned ?? [];

describe('limits that providers tell', () => {
  it('are kept from the headers of a success, and a key at its limit is not asked again', async () => {
    const user = proxy.user();
    const key = proxy.key('openai', { models: ['gpt-told'] });
    proxy.providers.openai.plays(key.secret, answer('pong', told(3, 0, '60s')));
    expect((await proxy.chat(user, ask('gpt-told'))).status).toBe(200);
    expect(await learnedOf(key)).toMatchObject([{ metric: 'requests', period: 'minute', limit: 3, source: 'header' }]);
    const refused = await proxy.chat(user, ask('gpt-told'));
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({
      error: { code: 'pool_exhausted', message: expect.stringContaining('1 at their limit') },
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(15);
    expect(calls(key)).toBe(1);
  });

  it('are shared with every other proxy within 200 ms', async () => {
    const user = proxy.user();
    const key = proxy.key('openai', { models: ['gpt-shared'] });
    proxy.providers.openai.plays(key.secret, answer('pong', told(3, 0, '60s')));
    await (await proxy.chat(user, ask('gpt-shared'))).text();
    const startedAt = performance.now();
    const elsewhere = new KeyPool(proxy.redis);
    const reply = await elsewhere.reserve({
      tag: key.id,
      key: key.id,
      attempt: 'elsewhere',
      model: 'gpt-shared',
      leaseMs: 1000,
      windows: windowsOf([], 'gpt-shared', Date.now()),
      reserve: nothingSpent,
    });
    expect(reply).toMatchObject({ granted: false, why: 'limit', reason: 'told requests:minute' });
    expect(performance.now() - startedAt).toBeLessThan(200);
  });

  it('send the rest of a burst to another key before the first one refuses', async () => {
    const user = proxy.user();
    const free = proxy.key('openai', {
      models: ['gpt-paced'],
      limits: [perDay(1000)],
    });
    const paid = proxy.key('openai', { models: ['gpt-paced'] });
    proxy.providers.openai.plays(free.secret, answer('free', told(60, 2, '58s')), answer('free'));
    proxy.providers.openai.plays(paid.secret, answer('paid'));
    await proxy.chat(user, ask('gpt-paced'));
    const all = await Promise.all(Array.from({ length: 10 }, () => proxy.chat(user, ask('gpt-paced'))));
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    // Two were left, and one a second comes back meanwhile.
    expect(calls(free)).toBeLessThanOrEqual(6);
    expect(calls(paid)).toBeGreaterThanOrEqual(5);
  });

  it('make a capped key with less left at its provider come after a fuller one', async () => {
    const user = proxy.user();
    const first = proxy.key('openai', { models: ['gpt-fuller'], limits: [perDay(100)] });
    const second = proxy.key('openai', { models: ['gpt-fuller'], limits: [perDay(50)] });
    proxy.providers.openai.plays(first.secret, answer('pong', told(200, 10, '22h46m0s')));
    proxy.providers.openai.plays(second.secret, answer('pong'));
    const used = async () => (await proxy.chat(user, ask('gpt-fuller'))).headers.get('x-palimpsest-key');
    expect(await used()).toBe(first.id);
    await proxy.built.standings.refresh([first, second]);
    expect(await used()).toBe(second.id);
  });

  it('are learned from a refusal where nothing is told on success, and counted from then on', async () => {
    const user = proxy.user();
    const key = proxy.key('gemini', { models: ['gemini-told'] });
    const body = quotaFailure('Minute', 30, 5);
    proxy.providers.gemini.plays(key.secret, fail(429, { body }), answer('pong'));
    await proxy.chat(user, ask('gemini-told'));
    expect(await learnedOf(key)).toMatchObject([
      { metric: 'requests', period: 'minute', limit: 5, remaining: 0, model: 'gemini-told', source: 'error' },
    ]);
  });
});
