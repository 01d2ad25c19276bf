import { answer } from '@palimpsest/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

let proxy: ProxyUnderTest;
beforeAll(async () => {
  proxy = await startProxyUnderTest();
  for (const [provider, model] of targets) {
    const key = proxy.key(provider, { models: [model] });
    proxy.providers[provider].plays(key.secret, answer(`from ${provider}`));
    secrets.set(provider, key.secret);
  }
  const route = (name: string, ...providers: readonly string[]) =>
    proxy.route({
      name,
      targets: targets
        .filter(([provider]) => providers.includes(provider))
        .map(([provider, model]) => ({ provider, model })),
      systemPrompt: null,
    });
  route('any', 'openai', 'anthropic', 'gemini');
  route('old', 'openai');
});
afterAll(() => proxy.stop());

/** A narrow old model first, then one that sees, then one that hears. */
const targets = [
  ['openai', 'gpt-3.5-turbo'],
  ['anthropic', 'claude-sonnet-4-5'],
  ['gemini', 'gemini-2.5-flash'],
] as const;
const secrets = new Map<string, string>();

const said = (...parts: readonly object[]) => ({ messages: [{ role: 'user', content: parts }] });
const text = { type: 'text', text: 'look' };
const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } };
const audio = { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } };
const file = { type: 'file', file: { file_data: 'data:application/pdf;base64,JVBERg==', filename: 'a.pdf' } };
const schema = (strict: boolean) => ({
  ...said(text),
  response_format: { type: 'json_schema', json_schema: { name: 'x', strict, schema: { type: 'object' } } },
});

describe('a request only goes where it can be served', () => {
  it.each([
    ['plain text', said(text), 'openai'],
    ['an image', said(text, image), 'anthropic'],
    ['a file', said(file), 'anthropic'],
    ['audio', said(audio), 'gemini'],
    ['a strict schema', schema(true), 'anthropic'],
    ['a schema that is a wish', schema(false), 'openai'],
    ['a prompt beyond the first window', said({ type: 'text', text: 'word '.repeat(30_000) }), 'anthropic'],
    ['more choices than others give', { ...said(text), n: 2 }, 'openai'],
    ['tools', { ...said(text), tools: [{ type: 'function', function: { name: 'f' } }] }, 'openai'],
  ])('%s', async (_, body, provider) => {
    const response = await proxy.chat(proxy.user(), { model: 'any', ...body });
    await response.text();
    expect(response.headers.get('x-palimpsest-provider')).toBe(provider);
    expect(response.headers.get('x-palimpsest-attempts')).toBe('1');
  });

  it.each([
    ['an image', said(text, image), 'messages[0].content[1]'],
    ['a strict schema', schema(true), 'response_format'],
  ])('and is refused by the field at fault where nobody can: %s', async (_, body, param) => {
    const user = proxy.user();
    const before = proxy.providers.openai.calls(secrets.get('openai') ?? '').length;
    const response = await proxy.chat(user, { model: 'old', ...body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param, code: 'unsupported_value' } });
    expect(proxy.providers.openai.calls(secrets.get('openai') ?? '')).toHaveLength(before);
    expect(await proxy.events(user)).toMatchObject([{ outcome: 'rejected' }]);
  });

  it('but a prompt that fits nowhere by our estimate goes on: only the provider counts exactly', async () => {
    const body = said({ type: 'text', text: 'word '.repeat(30_000) });
    const response = await proxy.chat(proxy.user(), { model: 'old', ...body });
    expect(response.status).toBe(200);
  });
});

describe('the list of models', () => {
  const model = async (name: string) => {
    const { key } = proxy.user();
    const response = await fetch(`${proxy.url}/v1/models/${name}`, { headers: { authorization: `Bearer ${key}` } });
    return (await response.json()) as { capabilities: Record<string, boolean | null>; context_length?: number };
  };

  it('says what a model can do', async () => {
    expect(await model('gpt-3.5-turbo')).toMatchObject({
      capabilities: { chat: true, tools: true, images: false, audio: false, json_schema: false, embeddings: false },
      context_length: 16_385,
    });
  });

  it('says of a route what any of its targets can', async () => {
    expect(await model('any')).toMatchObject({
      capabilities: { images: true, audio: true, files: true, json_schema: true, embeddings: false },
      context_length: 1_048_576,
    });
  });

  it('admits what it does not know', async () => {
    proxy.key('openai_compatible', { models: ['something-local'] });
    const { capabilities, context_length } = await model('something-local');
    expect(capabilities).toMatchObject({ chat: null, images: null });
    expect(context_length).toBeUndefined();
  });
});
