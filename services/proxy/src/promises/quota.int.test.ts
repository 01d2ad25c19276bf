import type { Limit } from '@palimpsest/domain';
import { answer, fail, resetConnection } from '@palimpsest/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { perDay } from '../testing/per-day.ts';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

let proxy: ProxyUnderTest;
beforeAll(async () => {
  proxy = await startProxyUnderTest();
});
afterAll(() => proxy.stop());

const ask = (model: string) => ({ model, messages: [{ role: 'user', content: 'ping' }], max_tokens: 10 });
const statuses = async (responses: readonly Promise<Response>[]) =>
  (await Promise.all(responses)).map((response) => response.status);

describe('quotas', () => {
  it('spends exactly what is left of a cap under a burst, and sends the rest to the paid key', async () => {
    const user = proxy.user();
    const free = proxy.key('openai', { models: ['gpt-burst'], limits: [perDay(7)] });
    const paid = proxy.key('openai', { models: ['gpt-burst'] });
    proxy.providers.openai.plays(free.secret, answer('free'));
    proxy.providers.openai.plays(paid.secret, answer('paid'));
    const all = await statuses(Array.from({ length: 60 }, () => proxy.chat(user, ask('gpt-burst'))));
    expect(all.filter((status) => status === 200)).toHaveLength(60);
    expect(proxy.providers.openai.calls(free.secret)).toHaveLength(7);
    expect(proxy.providers.openai.calls(paid.secret)).toHaveLength(53);
  });

  it('lets a user with five left make exactly five of twenty calls at once, and says so to the others', async () => {
    const user = proxy.user({ limits: [perDay(5)] });
    const key = proxy.key('openai', { models: ['gpt-five'] });
    proxy.providers.openai.plays(key.secret, answer('pong'));
    const responses = await Promise.all(Array.from({ length: 20 }, () => proxy.chat(user, ask('gpt-five'))));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(15);
    for (const response of refused) {
      expect(response.headers.get('x-should-retry')).toBe('false');
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(await response.json()).toMatchObject({
        error: { code: 'user_quota_exceeded', message: expect.stringContaining('5 requests per day') },
      });
    }
    expect(proxy.providers.openai.calls(key.secret)).toHaveLength(5);
    const events = await proxy.events(user);
    expect(events.filter(({ outcome }) => outcome === 'success')).toHaveLength(5);
    expect(events.filter(({ outcome }) => outcome === 'rejected')).toHaveLength(15);
  });

  it('goes on with a key and a user whose limits only count, whatever answers its callers allow', async () => {
    const each = { period: 'day', timeZone: 'UTC', models: undefined, enforce: false } as const;
    const counts: Limit[] = [
      { ...each, metric: 'tokens', amount: 10 },
      { ...each, metric: 'cost', amount: '1' },
    ];
    const user = proxy.user({ limits: counts });
    const key = proxy.key('openai', { models: ['gpt-absurd'], limits: counts });
    proxy.price({ provider: 'openai', model: 'gpt-absurd', inputPerMillion: 1n, outputPerMillion: 10_000_000_000n });
    proxy.providers.openai.plays(key.secret, answer('pong'));
    const absurd = { ...ask('gpt-absurd'), max_tokens: Number.MAX_SAFE_INTEGER, n: 128 };
    for (const _ of [1, 2, 3]) expect((await proxy.chat(user, absurd)).status).toBe(200);
    expect((await proxy.chat(user, ask('gpt-absurd'))).status).toBe(200);
  });

  it('shows what the user has left in the headers of every answer', async () => {
    const user = proxy.user({ limits: [perDay(10)] });
    const key = proxy.key('openai', { models: ['gpt-left'] });
    proxy.providers.openai.plays(key.secret, answer('pong'));
    const response = await proxy.chat(user, ask('gpt-left'));
    expect(response.headers.get('x-ratelimit-limit-requests')).toBe('10');
    expect(response.headers.get('x-ratelimit-remaining-requests')).toBe('9');
    expect(response.headers.get('x-ratelimit-reset-requests')).toMatch(/^(\d+h)?\d+m\d+s$|^[\d.]+s$|^\d+ms$/);
  });

  it('shows it to a caller who is refused, too, by whichever limit', async () => {
    const key = proxy.key('openai', { models: ['gpt-no-more'] });
    proxy.providers.openai.plays(key.secret, answer('pong'));
    const spent = proxy.user({ limits: [perDay(1)] });
    await proxy.chat(spent, ask('gpt-no-more'));
    const refused = await proxy.chat(spent, ask('gpt-no-more'));
    expect(refused.status).toBe(429);
    expect(refused.headers.get('x-ratelimit-limit-requests')).toBe('1');
    expect(refused.headers.get('x-ratelimit-remaining-requests')).toBe('0');
    expect(refused.headers.get('x-ratelimit-reset-requests')).toMatch(/^(\d+h)?\d+m\d+s$|^[\d.]+s$|^\d+ms$/);
    const small = proxy.user({ limits: [perDay(4), perDay(1, 'tokens')] });
    const tooLarge = await proxy.chat(small, ask('gpt-no-more'));
    expect(tooLarge.status).toBe(429);
    expect(tooLarge.headers.get('x-ratelimit-remaining-requests')).toBe('4');
  });

  it('does not show a failed call as counted', async () => {
    const user = proxy.user({ limits: [perDay(3)] });
    const key = proxy.key('openai', { models: ['gpt-back'] });
    proxy.providers.openai.plays(key.secret, fail(400), answer('pong'));
    const left: (string | null)[] = [];
    for (const status of [400, 200]) {
      const response = await proxy.chat(user, ask('gpt-back'));
      expect(response.status).toBe(status);
      left.push(response.headers.get('x-ratelimit-remaining-requests'));
    }
    expect(left).toEqual(['3', '2']);
  });

  it('counts a failed call neither against the requests nor in money', async () => {
    const user = proxy.user({ limits: [perDay(1)] });
    const key = proxy.key('openai', { models: ['gpt-failed'] });
    proxy.providers.openai.plays(key.secret, fail(500), answer('pong'));
    expect((await proxy.chat(user, ask('gpt-failed'))).status).toBe(502);
    expect((await proxy.chat(user, ask('gpt-failed'))).status).toBe(200);
    expect((await proxy.chat(user, ask('gpt-failed'))).status).toBe(429);
  });

  it('counts a call whose connection was lost against its key, for it may have been taken', async () => {
    const user = proxy.user();
    const key = proxy.key('openai', { models: ['gpt-lost'], limits: [perDay(1)] });
    proxy.providers.openai.plays(key.secret, resetConnection());
    expect((await proxy.chat(user, ask('gpt-lost'))).status).toBe(502);
    const asked = proxy.providers.openai.calls(key.secret).length;
    expect((await proxy.chat(user, ask('gpt-lost'))).status).toBe(429);
    expect(proxy.providers.openai.calls(key.secret)).toHaveLength(asked);
  });

  it('counts a prompt by the tokenizer where tokens are limited', async () => {
    // 201 tokens by the tokenizer, and 4 for the message; 300 by length.
    const content = 'hello '.repeat(200);
    const key = proxy.key('openai', { models: ['gpt-counted'] });
    proxy.providers.openai.plays(key.secret, answer('pong'));
    const asked = (amount: number) =>
      proxy.chat(proxy.user({ limits: [perDay(amount, 'tokens')] }), {
        model: 'gpt-counted',
        messages: [{ role: 'user', content }],
        max_tokens: 10,
      });
    expect((await asked(220)).status).toBe(200);
    expect((await asked(210)).status).toBe(429);
  });

  it('holds a cost limit before the call, and gives back what was not used', async () => {
    const cost = {
      metric: 'cost',
      amount: '0.0001',
      period: 'day',
      timeZone: 'UTC',
      models: undefined,
      enforce: true,
    } as const;
    const user = proxy.user({ limits: [cost] });
    const key = proxy.key('openai', { models: ['gpt-cost', 'gpt-unpriced'] });
    proxy.price({ provider: 'openai', model: 'gpt-cost', inputPerMillion: 0n, outputPerMillion: 8_000_000_000n });
    proxy.providers.openai.plays(key.secret, answer({ text: 'pong', usage: { prompt: 10, completion: 5 } }));
    const all = await statuses(Array.from({ length: 5 }, () => proxy.chat(user, ask('gpt-cost'))));
    expect(all.filter((status) => status === 200)).toHaveLength(1);
    expect((await proxy.chat(user, { ...ask('gpt-cost'), max_tokens: 7 })).status).toBe(200);
    const unpriced = await proxy.chat(user, ask('gpt-unpriced'));
    expect(unpriced.status).toBe(403);
    expect(await unpriced.json()).toMatchObject({ error: { code: 'model_not_priced' } });
    const [event] = (await proxy.events(user)).filter(({ outcome }) => outcome === 'success');
    expect(event).toMatchObject({
      cost: 40_000n,
      usage: { promptTokens: 10, completionTokens: 5, totalTokens: 15 },
      estimated: false,
    });
  });

  it('prefers the fuller capped key, and the one with no cap only as fallback', async () => {
    const user = proxy.user();
    const paid = proxy.key('openai', { models: ['gpt-order'] });
    const small = proxy.key('openai', { models: ['gpt-order'], limits: [perDay(2)] });
    const large = proxy.key('openai', { models: ['gpt-order'], limits: [perDay(4)] });
    for (const key of [paid, small, large]) proxy.providers.openai.plays(key.secret, answer('pong'));
    const used: (string | null)[] = [];
    for (let turn = 0; turn < 8; turn += 1)
      used.push((await proxy.chat(user, ask('gpt-order'))).headers.get('x-palimpsest-key'));
    expect(used.slice(0, 2)).toEqual([large.id, large.id]);
    expect(used.slice(0, 6).filter((id) => id === small.id)).toHaveLength(2);
    expect(used.slice(6)).toEqual([paid.id, paid.id]);
  });
});
