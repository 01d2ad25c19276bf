import { answer, cutAfter, fail } from '@palimpsest/testkit';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { perDay } from '../testing/per-day.ts';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

let proxy: ProxyUnderTest;
beforeAll(async () => {
  proxy = await startProxyUnderTest();
});
afterAll(() => proxy.stop());

const ask = (model: string) => ({ model, messages: [{ role: 'user', content: 'ping' }] });

describe('failover', () => {
  it('answers from the paid key when the free one is limited, and lets the free one sleep', async () => {
    const user = proxy.user();
    const free = proxy.key('openai', { models: ['gpt-a'], vendor: 'gpt-a', limits: [perDay(100)] });
    const paid = proxy.key('openai', { models: ['gpt-a'], vendor: 'gpt-a' });
    proxy.providers.openai.plays(free.secret, fail(429, { retryAfter: 20 }));
    proxy.providers.openai.plays(paid.secret, answer('pong'));
    const response = await proxy.chat(user, ask('gpt-a'));
    expect(response.status).toBe(200);
    expect(response.headers.get('x-palimpsest-attempts')).toBe('2');
    expect(response.headers.get('x-palimpsest-key')).toBe(paid.id);
    expect(response.headers.get('x-palimpsest-trail')).toBe(
      `openai/${free.id}:transient(429), openai/${paid.id}:success`,
    );
    const body = (await response.json()) as { model: string; choices: { message: { content: string } }[] };
    expect(body).toMatchObject({ model: 'gpt-a', choices: [{ message: { content: 'pong' } }] });
    const [standing] = await proxy.pool.read([{ tag: free.id, key: free.id, limits: free.limits }]);
    expect(standing?.state).toBe('sleeping');
    const sleepsMs = (standing?.untilMs ?? 0) - (standing?.nowMs ?? 0);
    expect(sleepsMs).toBeGreaterThan(18_000);
    expect(sleepsMs).toBeLessThanOrEqual(22_000);
    const [event, ...others] = await proxy.events(user);
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      outcome: 'success',
      chain: [
        { class: 'transient', status: 429 },
        { class: 'success', status: 200 },
      ],
    });
  });

  it('brings a stream whole from the second key when the first is cut, with nothing of the first', async () => {
    const user = proxy.user();
    const first = proxy.key('openai', { models: ['gpt-b'], vendor: 'gpt-b', limits: [perDay(100)] });
    const second = proxy.key('openai', { models: ['gpt-b'], vendor: 'gpt-b' });
    proxy.providers.openai.plays(first.secret, cutAfter(3, 'never to be seen by anybody'));
    proxy.providers.openai.plays(second.secret, answer('a whole answer'));
    const client = new OpenAI({ baseURL: `${proxy.url}/v1`, apiKey: user.key });
    const stream = await client.chat.completions.create({
      model: 'gpt-b',
      messages: [{ role: 'user', content: 'ping' }],
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = '';
    const ids = new Set<string>();
    let usages = 0;
    for await (const chunk of stream) {
      ids.add(chunk.id);
      text += chunk.choices[0]?.delta.content ?? '';
      if (chunk.usage) usages += 1;
    }
    expect(text).toBe('a whole answer');
    expect(ids.size).toBe(1);
    expect(usages).toBe(1);
  });

  it('answers a route from Anthropic while OpenAI is down', async () => {
    const user = proxy.user();
    const down = proxy.key('openai', { models: ['gpt-c'] });
    const up = proxy.key('anthropic', { models: ['claude-c'] });
    proxy.route({
      name: 'smart-c',
      targets: [
        { provider: 'openai', model: 'gpt-c' },
        { provider: 'anthropic', model: 'claude-c' },
      ],
      systemPrompt: null,
    });
    proxy.providers.openai.plays(down.secret, fail(503));
    proxy.providers.anthropic.plays(up.secret, answer('bonjour'));
    const response = await proxy.chat(user, ask('smart-c'));
    expect(response.status).toBe(200);
    expect(response.headers.get('x-palimpsest-provider')).toBe('anthropic');
    expect(await response.json()).toMatchObject({
      model: 'smart-c',
      choices: [{ message: { content: 'bonjour' }, finish_reason: 'stop' }],
    });
  });

  it('streams from Gemini, and from OpenRouter through a mapped name', async () => {
    const user = proxy.user();
    const gemini = proxy.key('gemini', { models: ['gemini-d'] });
    const router = proxy.key('openrouter', { models: [{ name: 'gpt-d', upstream: 'openai/gpt-d' }] });
    proxy.providers.gemini.plays(gemini.secret, answer('hallo welt'));
    proxy.providers.openrouter.plays(router.secret, answer('hello'));
    const client = new OpenAI({ baseURL: `${proxy.url}/v1`, apiKey: user.key });
    let text = '';
    for await (const chunk of await client.chat.completions.create({
      model: 'gemini-d',
      messages: [{ role: 'user', content: 'x' }],
      stream: true,
    }))
      text += chunk.choices[0]?.delta.content ?? '';
    expect(text).toBe('hallo welt');
    const plain = await client.chat.completions.create({ model: 'gpt-d', messages: [{ role: 'user', content: 'x' }] });
    expect(plain.choices[0]?.message.content).toBe('hello');
    expect(proxy.providers.openrouter.calls(router.secret)[0]?.model).toBe('openai/gpt-d');
  });

  it('returns a fatal answer with its code and burns no key', async () => {
    const user = proxy.user();
    const key = proxy.key('openai', { models: ['gpt-e'], vendor: 'gpt-e', limits: [perDay(100)] });
    proxy.key('openai', { models: ['gpt-e'], vendor: 'gpt-e' });
    proxy.providers.openai.plays(
      key.secret,
      fail(400, {
        body: {
          error: {
            message: "This model's maximum context length is 8192 tokens.",
            type: 'invalid_request_error',
            param: 'messages',
            code: 'context_length_exceeded',
          },
        },
      }),
    );
    const response = await proxy.chat(user, ask('gpt-e'));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: 'context_length_exceeded', param: 'messages', type: 'invalid_request_error' },
    });
    expect(response.headers.get('x-palimpsest-attempts')).toBe('1');
    const [standing] = await proxy.pool.read([{ tag: key.id, key: key.id, limits: key.limits }]);
    expect(standing).toMatchObject({ state: 'active', failures: 0 });
  });

  it('says 429 with the seconds to the first key awake, and why each was passed over, when all sleep', async () => {
    const user = proxy.user();
    const a = proxy.key('openai', { models: ['gpt-f'], vendor: 'gpt-f' });
    const b = proxy.key('openai', { models: ['gpt-f'], vendor: 'gpt-f' });
    proxy.providers.openai.plays(a.secret, fail(429, { retryAfter: 40 }));
    proxy.providers.openai.plays(b.secret, fail(429, { retryAfter: 12 }));
    for (const stream of [false, true, true]) {
      const response = await proxy.chat(user, { ...ask('gpt-f'), stream });
      expect(response.status).toBe(429);
      expect(response.headers.get('content-type')).toContain('application/json');
      expect(response.headers.get('x-should-retry')).toBe('false');
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(9);
      expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(14);
      expect(await response.json()).toMatchObject({
        error: { code: 'pool_exhausted', message: expect.stringContaining('2 keys: 2 sleeping') },
      });
    }
    expect(proxy.providers.openai.calls(a.secret)).toHaveLength(1);
    expect(proxy.providers.openai.calls(b.secret)).toHaveLength(1);
  });

  it('answers 503, never 401, when a provider refuses every key, and suspends them', async () => {
    const user = proxy.user();
    const key = proxy.key('openai', { models: ['gpt-g'], vendor: 'gpt-g' });
    proxy.providers.openai.plays(
      key.secret,
      fail(401, {
        body: {
          error: {
            message: `Incorrect API key provided: ${key.secret}.`,
            type: 'invalid_request_error',
            param: null,
            code: 'invalid_api_key',
          },
        },
      }),
    );
    const response = await proxy.chat(user, ask('gpt-g'));
    expect(response.status).toBe(503);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ error: { code: 'no_usable_key' } });
    expect(text).not.toContain(key.secret);
    const [standing] = await proxy.pool.read([{ tag: key.id, key: key.id, limits: [] }]);
    expect(standing?.state).toBe('suspended');
    expect(proxy.logs.join('\n')).not.toContain(key.secret);
  });
});
