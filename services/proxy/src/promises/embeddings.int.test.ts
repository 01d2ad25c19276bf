import { answer, fail } from '@palimpsest/testkit';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { perDay } from '../testing/per-day.ts';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

let proxy: ProxyUnderTest;
beforeAll(async () => {
  proxy = await startProxyUnderTest();
});
afterAll(() => proxy.stop());

const clientOf = (user: { key: string }) => new OpenAI({ baseURL: `${proxy.url}/v1`, apiKey: user.key });
const lengthOf = (vector: readonly number[]) => Math.hypot(...vector);
const post = (user: { key: string }, body: object) =>
  fetch(`${proxy.url}/v1/embeddings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe.each([
  ['openai', 'text-embedding-3-small'],
  ['openrouter', 'openai/text-embedding-3-small'],
  ['gemini', 'gemini-embedding-001'],
  ['openai_compatible', 'nomic-embed-text'],
] as const)('embeddings of %s', (provider, model) => {
  const asked = `embed-${provider}`;
  let secret = '';
  beforeAll(() => {
    ({ secret } = proxy.key(provider, { models: [{ name: asked, upstream: model }] }));
    proxy.providers[provider].plays(secret, answer(''));
  });

  it('come one for each input, in order, as the official client reads them', async () => {
    const user = proxy.user();
    const { data, ...rest } = await clientOf(user).embeddings.create({ model: asked, input: ['a', 'b', 'a'] });
    expect(data.map(({ index, object }) => [index, object])).toEqual([
      [0, 'embedding'],
      [1, 'embedding'],
      [2, 'embedding'],
    ]);
    expect(data[0]?.embedding).toEqual(data[2]?.embedding);
    expect(data[0]?.embedding).not.toEqual(data[1]?.embedding);
    expect(lengthOf(data[0]?.embedding ?? [])).toBeCloseTo(1, 4);
    expect(rest).toMatchObject({ object: 'list', model: asked, usage: { prompt_tokens: expect.any(Number) } });
    expect(rest.usage.prompt_tokens).toBeGreaterThan(0);
    expect(rest.usage.total_tokens).toBe(rest.usage.prompt_tokens);
  });

  it('are as long as was asked, and of the length 1', async () => {
    const { data } = await clientOf(proxy.user()).embeddings.create({ model: asked, input: 'a', dimensions: 16 });
    expect(data[0]?.embedding).toHaveLength(16);
    expect(lengthOf(data[0]?.embedding ?? [])).toBeCloseTo(1, 4);
  });

  it('mean the same as numbers and as base64', async () => {
    const user = proxy.user();
    const of = async (encoding_format: string) => {
      const response = await post(user, { model: asked, input: 'a', encoding_format });
      return ((await response.json()) as { data: [{ embedding: number[] | string }] }).data[0].embedding;
    };
    const [numbers, text] = [await of('float'), await of('base64')];
    const bytes = Buffer.from(text as string, 'base64');
    const read = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
    expect([...read]).toEqual([...Float32Array.from(numbers as number[])]);
  });

  it('are counted once, in the prompt alone', async () => {
    const user = proxy.user();
    await clientOf(user).embeddings.create({ model: asked, input: 'count me' });
    const [event, ...others] = await proxy.events(user);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ outcome: 'success', model: asked, usage: { completionTokens: 0 } });
    expect(event?.usage.promptTokens).toBeGreaterThan(0);
  });
});

describe('embeddings fail over', () => {
  it('to another key of the same model', async () => {
    const user = proxy.user();
    const limited = proxy.key('openai', { models: ['text-embedding-3-large'], limits: [perDay(9)] });
    const free = proxy.key('openai', { models: ['text-embedding-3-large'] });
    proxy.providers.openai.plays(limited.secret, fail(429, { retryAfter: 20 }));
    proxy.providers.openai.plays(free.secret, answer(''));
    const response = await post(user, { model: 'text-embedding-3-large', input: 'x' });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-palimpsest-attempts')).toBe('2');
  });

  it('never to another model, whose vectors mean something else', async () => {
    const user = proxy.user();
    const first = proxy.key('openai', { models: ['text-embedding-3-small'] });
    const other = proxy.key('gemini', { models: ['gemini-embedding-001'] });
    const same = proxy.key('openrouter', { models: ['openai/text-embedding-3-small'] });
    proxy.route({
      name: 'vectors',
      targets: [
        { provider: 'openai', model: 'text-embedding-3-small' },
        { provider: 'gemini', model: 'gemini-embedding-001' },
        { provider: 'openrouter', model: 'openai/text-embedding-3-small' },
      ],
      systemPrompt: null,
    });
    proxy.providers.openai.plays(first.secret, fail(429, { retryAfter: 20 }));
    proxy.providers.gemini.plays(other.secret, answer(''));
    proxy.providers.openrouter.plays(same.secret, answer(''));
    const response = await post(user, { model: 'vectors', input: 'x' });
    expect(response.headers.get('x-palimpsest-provider')).toBe('openrouter');
    proxy.providers.openrouter.plays(same.secret, fail(429, { retryAfter: 20 }));
    expect((await post(user, { model: 'vectors', input: 'x' })).status).toBe(429);
    expect(proxy.providers.gemini.calls(other.secret)).toEqual([]);
  });
});

describe('a request for embeddings is refused by the field at fault', () => {
  it.each([
    ['no input', {}, 'input'],
    ['an empty input', { input: '' }, 'input'],
    ['an empty list', { input: [] }, 'input'],
    ['a mixed list', { input: ['a', [1]] }, 'input[1]'],
    ['too many inputs', { input: Array.from({ length: 2049 }, () => 'a') }, 'input'],
    ['an unknown form', { input: 'a', encoding_format: 'hex' }, 'encoding_format'],
    ['no dimensions at all', { input: 'a', dimensions: 0 }, 'dimensions'],
  ])('%s', async (_, body, param) => {
    const user = proxy.user();
    const response = await post(user, { model: 'embed-openai', ...body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param, type: 'invalid_request_error' } });
    expect((await proxy.events(user)).map(({ outcome }) => outcome)).toEqual(['rejected']);
  });

  it('where the model makes none', async () => {
    const user = proxy.user();
    const key = proxy.key('anthropic', { models: ['claude-sonnet-4-5'] });
    const response = await post(user, { model: 'claude-sonnet-4-5', input: 'a' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param: 'model', code: 'unsupported_value' } });
    expect(proxy.providers.anthropic.calls(key.secret)).toEqual([]);
  });

  it('for tokens, where the provider takes texts alone', async () => {
    const response = await post(proxy.user(), { model: 'embed-gemini', input: [1, 2, 3] });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param: 'input' } });
  });
});
