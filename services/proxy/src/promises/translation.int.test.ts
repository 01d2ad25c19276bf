import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Resolve } from '@palimpsest/runtime';
import { answer, fail, testAuthority } from '@palimpsest/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
let images: Server;
let imageUrl = '';
let fetched = 0;
let proxy: ProxyUnderTest;
beforeAll(async () => {
  const { ca, cert, key } = await (await testAuthority()).issue('images.example');
  images = createServer({ cert, key }, (_, response) => {
    fetched += 1;
    response.end(png);
  }).listen(0, '127.0.0.1');
  await once(images, 'listening');
  imageUrl = `https://images.example:${(images.address() as AddressInfo).port}/a.png`;
  // The test's own server stands at a loopback address, under a name of the internet: it alone is let through.
  const isPublic = (address: string) => address === '127.0.0.1';
  const resolve: Resolve = (_name, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]);
  proxy = await startProxyUnderTest({}, { isPublic, resolve, ca: ca.toString() });
});
afterAll(async () => {
  await proxy.stop();
  images.closeAllConnections();
  images.close();
});

const hello = { messages: [{ role: 'user', content: 'hi' }] };
const showing = (url: string | number) => ({
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'what?' },
        { type: 'image_url', image_url: { url } },
      ],
    },
  ],
});

describe('an image behind an https address', () => {
  it('is fetched by the gateway for Gemini, and goes inline', async () => {
    const key = proxy.key('gemini', { models: ['gemini-2.5-flash'] });
    proxy.providers.gemini.plays(key.secret, answer('a picture'));
    const response = await proxy.chat(proxy.user(), { model: 'gemini-2.5-flash', ...showing(imageUrl) });
    expect(response.status).toBe(200);
    const sent = JSON.stringify(proxy.providers.gemini.calls(key.secret)[0]?.body);
    expect(sent).toContain(png.toString('base64'));
    expect(sent).toContain('"mimeType":"image/png"');
    expect(sent).not.toContain(imageUrl);
  });

  it('is left to Anthropic and OpenAI, which fetch it themselves', async () => {
    const before = fetched;
    for (const [provider, model] of [
      ['anthropic', 'claude-sonnet-4-5'],
      ['openai', 'gpt-4o'],
    ] as const) {
      const key = proxy.key(provider, { models: [model] });
      proxy.providers[provider].plays(key.secret, answer('a picture'));
      await (await proxy.chat(proxy.user(), { model, ...showing(imageUrl) })).text();
      expect(JSON.stringify(proxy.providers[provider].calls(key.secret)[0]?.body)).toContain(imageUrl);
    }
    expect(fetched).toBe(before);
  });

  it.each([
    'http://img.example/a.png',
    'http://localhost/a.png',
    'https://10.0.0.7/a.png',
    'https://[::ffff:127.0.0.1]/a.png',
  ])('is 400 with its field where it must not be fetched, and nothing goes out: %s', async (url) => {
    const before = fetched;
    const key = proxy.key('gemini', { models: [`gemini-${url.length}-${url.at(8)}`] });
    proxy.providers.gemini.plays(key.secret, answer('never'));
    const response = await proxy.chat(proxy.user(), { model: `gemini-${url.length}-${url.at(8)}`, ...showing(url) });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: {
        param: 'messages[0].content[1].image_url.url',
        code: 'invalid_image_url',
        type: 'invalid_request_error',
      },
    });
    expect(proxy.providers.gemini.calls(key.secret)).toEqual([]);
    expect(fetched).toBe(before);
  });

  it.each([
    'http://169.254.169.254/latest',
    'https://metadata.google.internal/',
    'https://metadata.goog/',
    'http://2852039166/x',
    'http://127.0.0.1:8080/a.png',
    'http://2130706433/a.png',
    'http://0x7f.1/a.png',
    'http://[::ffff:10.0.0.7]/a.png',
    'http://192.168.1.1/a.png',
    'https://localhost/a.png',
    'https://printer.local/a.png',
    'http://redis:6379/',
    'file:///etc/passwd',
    'ftp://img.example/a.png',
    'javascript:alert(1)',
    'a.png',
    '',
    7,
  ])('is refused for every provider where nobody may be made to call it: %s', async (url) => {
    const key = proxy.key('openai', { models: ['gpt-4o-mini'] });
    proxy.providers.openai.plays(key.secret, answer('never'));
    const response = await proxy.chat(proxy.user(), { model: 'gpt-4o-mini', ...showing(url) });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: {
        param: 'messages[0].content[1].image_url.url',
        code: 'invalid_image_url',
        type: 'invalid_request_error',
      },
    });
    expect(proxy.providers.openai.calls(key.secret)).toEqual([]);
  });
});

describe('headers of the client', () => {
  const headers = {
    'anthropic-beta': 'context-1m-2025-08-07',
    'openai-beta': 'assistants=v2',
    'http-referer': 'https://app.example',
    'x-title': 'An app',
    'x-goog-api-key': 'injected',
    'openai-organization': 'org-injected',
    cookie: 'session=injected',
  };

  it.each([
    ['openai', 'gpt-4.1', { 'openai-beta': 'assistants=v2' }],
    ['anthropic', 'claude-haiku-4-5', { 'anthropic-beta': 'context-1m-2025-08-07' }],
    ['gemini', 'gemini-2.5-pro', {}],
    ['openrouter', 'openai/gpt-4o', { 'http-referer': 'https://app.example', 'x-title': 'An app' }],
    ['openai_compatible', 'local', { 'openai-beta': 'assistants=v2' }],
  ] as const)('%s gets those that mean something to it, and no other', async (provider, model, expected) => {
    const key = proxy.key(provider, { models: [model] });
    proxy.providers[provider].plays(key.secret, answer('hi'));
    await (await proxy.chat(proxy.user(), { model, ...hello }, headers)).text();
    const seen: Record<string, string> = { ...proxy.providers[provider].calls(key.secret)[0]?.headers };
    const passed = Object.fromEntries(
      Object.keys(headers).flatMap((name) => (seen[name] === undefined ? [] : [[name, seen[name]]])),
    );
    const own = provider === 'gemini' ? { 'x-goog-api-key': key.secret } : {};
    expect(passed).toEqual({ ...expected, ...own });
  });
});

describe('a client that speaks of functions, as before tools', () => {
  const functions = [{ name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } }];
  const ask = { role: 'user', content: 'weather?' };

  it.each([
    ['openai', 'gpt-4o'],
    ['anthropic', 'claude-sonnet-4-5'],
    ['gemini', 'gemini-2.5-flash'],
  ] as const)('is answered in its own form by %s, and goes on', async (provider, upstream) => {
    const model = `old-${provider}`;
    const key = proxy.key(provider, { models: [{ name: model, upstream }] });
    const call = answer({ toolCalls: [{ name: 'weather', arguments: { city: 'Oslo' } }] });
    proxy.providers[provider].plays(key.secret, call, answer('mild'));
    const user = proxy.user();
    const session = { 'x-session-id': `old-${provider}` };
    const first = (await (await proxy.chat(user, { model, messages: [ask], functions }, session)).json()) as {
      choices: [{ message: object; finish_reason: string }];
    };
    expect(first.choices[0]).toMatchObject({
      finish_reason: 'function_call',
      message: { content: null, function_call: { name: 'weather', arguments: '{"city":"Oslo"}' } },
    });
    expect(first.choices[0].message).not.toHaveProperty('tool_calls');
    const result = { role: 'function', name: 'weather', content: 'mild' };
    const history = [ask, first.choices[0].message, result];
    const second = await proxy.chat(user, { model, messages: history, functions });
    expect(await second.json()).toMatchObject({ choices: [{ finish_reason: 'stop', message: { content: 'mild' } }] });
    // The session kept the call in the client's own form: the result alone goes on with it.
    const third = await proxy.chat(user, { model, messages: [result], functions }, session);
    expect(third.status).toBe(200);
    expect(proxy.providers[provider].calls(key.secret).map((one) => one.status)).toEqual([200, 200, 200]);
  });
});

it("the marks of Anthropic's cache go to Anthropic, and not along to OpenAI, which refuses them, where a call moves on", async () => {
  const anthropic = proxy.key('anthropic', { models: ['claude-marked'] });
  const openai = proxy.key('openai', { models: ['gpt-5-marked'] });
  proxy.route({
    name: 'marked',
    systemPrompt: null,
    targets: [
      { provider: 'anthropic', model: 'claude-marked' },
      { provider: 'openai', model: 'gpt-5-marked' },
    ],
  });
  proxy.providers.anthropic.plays(anthropic.secret, fail(529));
  proxy.providers.openai.plays(openai.secret, answer('hi'));
  const cache_control = { type: 'ephemeral' };
  const marked = (role: string) => ({ role, content: [{ type: 'text', text: 'Long.', cache_control }] });
  const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } }, cache_control }];
  const messages = [marked('developer'), marked('user')];
  const response = await proxy.chat(proxy.user(), { model: 'marked', messages, tools });
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('hi')]);
  const sent = JSON.stringify(proxy.providers.anthropic.calls(anthropic.secret)[0]?.body);
  expect(sent.match(/"cache_control":/g)).toHaveLength(3);
  expect(proxy.providers.openai.calls(openai.secret).map(({ status }) => status)).toEqual([200]);
});
