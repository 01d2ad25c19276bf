import { answer, fail } from '@palimpsest/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { perDay } from '../testing/per-day.ts';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

let proxy: ProxyUnderTest;
beforeAll(async () => {
  proxy = await startProxyUnderTest();
});
afterAll(() => proxy.stop());

const said = (...parts: readonly object[]) => ({ messages: [{ role: 'user', content: parts }] });
const text = { type: 'text', text: 'look' };
const picture = (url: string) => ({ type: 'image_url', image_url: { url } });
const fn = (name: string) => ({ type: 'function', function: { name } });
const gif = picture('data:image/gif;base64,R0lGODlhAQABAAAAACw=');
const bmp = picture('data:image/bmp;base64,Qk0=');

let routes = 0;
/** A route of its own over these models, each with keys of its own that answer. */
function route(...targets: readonly (readonly [provider: 'openai' | 'anthropic' | 'gemini', model: string])[]) {
  const name = `route-${++routes}`;
  const keys = targets.map(([provider, upstream]) => {
    const key = proxy.key(provider, { models: [{ name: `${name}-${provider}`, upstream }] });
    proxy.providers[provider].plays(key.secret, answer(`from ${provider}`));
    return key;
  });
  const asked = targets.map(([provider]) => ({ provider, model: `${name}-${provider}` }));
  proxy.route({ name, targets: asked, systemPrompt: null });
  return { name, keys };
}

describe('a target that a request cannot be put into words for', () => {
  it.each([
    ['an image of a kind that it does not take', said(text, gif)],
    ['a function of a name that it does not take', { ...said(text), tools: [fn('9lives')] }],
    ['an address that cannot be fetched for it', said(text, picture('https://nowhere.invalid/a.png'))],
  ])('is passed over for %s: the next one answers, and nothing of it is an attempt', async (_, body) => {
    const { name, keys } = route(['gemini', 'gemini-2.5-flash'], ['anthropic', 'claude-sonnet-4-5']);
    const user = proxy.user();
    const response = await proxy.chat(user, { model: name, ...body });
    expect(await response.json()).toMatchObject({ choices: [{ message: { content: 'from anthropic' } }] });
    expect(response.headers.get('x-palimpsest-attempts')).toBe('1');
    expect(proxy.providers.gemini.calls(keys[0]?.secret ?? '')).toEqual([]);
    const [event] = await proxy.events(user);
    expect(event?.chain.map(({ key }) => key)).toEqual([keys[1]?.id]);
    expect(event?.candidates.map(({ key, verdict }) => [key, verdict])).toEqual([
      [keys[1]?.id, 'chosen'],
      [keys[0]?.id, 'unable'],
    ]);
  });

  it('ends the request with its reason where no other is left, with no attempt and no key blamed', async () => {
    const { name, keys } = route(['gemini', 'gemini-2.5-flash'], ['anthropic', 'claude-sonnet-4-5']);
    const user = proxy.user({ limits: [] });
    const response = await proxy.chat(user, { model: name, ...said(text, bmp) });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: {
        type: 'invalid_request_error',
        param: 'messages[0].content[1].image_url.url',
        code: 'unsupported_value',
        message: 'Gemini takes no images of image/bmp.',
      },
    });
    expect(response.headers.get('x-palimpsest-attempts')).toBe('0');
    expect(await proxy.events(user)).toMatchObject([{ outcome: 'rejected', chain: [] }]);
    for (const key of keys) {
      const [standing] = await proxy.pool.read([{ tag: key.id, key: key.id, limits: [] }]);
      expect(standing).toMatchObject({ state: 'active' });
    }
  });

  it('does not end it while another one that could serve it is only asleep', async () => {
    const { name, keys } = route(['gemini', 'gemini-2.5-flash'], ['anthropic', 'claude-sonnet-4-5']);
    const limited = fail(429, { headers: { 'retry-after': '40' } });
    proxy.providers.anthropic.plays(keys[1]?.secret ?? '', limited);
    const user = proxy.user();
    for (const attempts of ['1', '0']) {
      const response = await proxy.chat(user, { model: name, ...said(text, gif) });
      expect(response.status).toBe(429);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(35);
      expect(response.headers.get('x-palimpsest-attempts')).toBe(attempts);
    }
  });

  it('holds no place of its keys: a cap is not used up by it', async () => {
    const key = proxy.key('gemini', { models: ['gemini-capped'], limits: [perDay(1)] });
    proxy.providers.gemini.plays(key.secret, answer('one'));
    const user = proxy.user();
    const ask = (...parts: readonly object[]) => proxy.chat(user, { model: 'gemini-capped', ...said(...parts) });
    expect((await ask(gif)).status).toBe(400);
    expect((await ask(gif)).status).toBe(400);
    expect((await ask(text)).status).toBe(200);
  });
});

describe('a file by its id', () => {
  const byId = said(text, { type: 'file', file: { file_id: 'file-1' } });

  it('goes to the account that serves the model, and never fails over to another', async () => {
    const key = proxy.key('openai', { models: ['gpt-4o-filed'] });
    proxy.providers.openai.plays(key.secret, answer('read'));
    const user = proxy.user();
    expect((await proxy.chat(user, { model: 'gpt-4o-filed', ...byId })).status).toBe(200);
    const other = proxy.key('openai', { models: ['gpt-4o-filed'] });
    const response = await proxy.chat(user, { model: 'gpt-4o-filed', ...byId });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { param: 'messages[0].content[1].file.file_id', message: expect.stringContaining('2 accounts') },
    });
    expect(proxy.providers.openai.calls(other.secret)).toEqual([]);
  });

  it('goes past the targets that know no files of others', async () => {
    const { name } = route(['anthropic', 'claude-sonnet-4-5'], ['openai', 'gpt-4o']);
    const response = await proxy.chat(proxy.user(), { model: name, ...byId });
    expect(await response.json()).toMatchObject({ choices: [{ message: { content: 'from openai' } }] });
  });
});

describe('a conversation that a client wrote out whole', () => {
  const written = {
    role: 'assistant',
    content: 'Hi',
    refusal: null,
    tool_calls: null,
    function_call: null,
    audio: null,
    annotations: [],
  };
  const messages = [{ role: 'user', content: 'Hello' }, written, { role: 'user', content: 'And?' }];

  it.each([
    ['openai', 'gpt-4o'],
    ['anthropic', 'claude-sonnet-4-5'],
    ['gemini', 'gemini-2.5-flash'],
    ['openrouter', 'openai/gpt-4o'],
    ['openai_compatible', 'llama3.1'],
  ] as const)('goes on at %s, empty members and all', async (provider, upstream) => {
    const model = `whole-${provider}`;
    const key = proxy.key(provider, { models: [{ name: model, upstream }] });
    proxy.providers[provider].plays(key.secret, answer('on'));
    const response = await proxy.chat(proxy.user(), { model, messages });
    expect(await response.json()).toMatchObject({ choices: [{ message: { content: 'on' } }] });
  });

  it('with a call of a custom tool goes only where such tools exist', async () => {
    const custom = { id: 'c1', type: 'custom', custom: { name: 'g', input: 'x' } };
    const history = [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: null, tool_calls: [custom] },
      { role: 'tool', tool_call_id: 'c1', content: 'done' },
    ];
    const both = route(['anthropic', 'claude-sonnet-4-5'], ['openai', 'gpt-4o']);
    const response = await proxy.chat(proxy.user(), { model: both.name, messages: history });
    expect(await response.json()).toMatchObject({ choices: [{ message: { content: 'from openai' } }] });
    const alone = route(['gemini', 'gemini-2.5-flash']);
    const refused = await proxy.chat(proxy.user(), { model: alone.name, messages: history });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { param: 'messages[1].tool_calls[0].type' } });
  });
});
