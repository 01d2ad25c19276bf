import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { answer } from '@palimpsest/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

let proxy: ProxyUnderTest;
beforeAll(async () => {
  proxy = await startProxyUnderTest();
});
afterAll(() => proxy.stop());

const ask = (model: string, stream = false) => ({ model, stream, messages: [{ role: 'user', content: 'ping' }] });
const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const events = gzipSync(chunk({ role: 'assistant', content: 'pong' }) + chunk({}, 'stop'));

const zipped = (body: Uint8Array) =>
  ({
    do: 'send',
    status: 200,
    headers: { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' },
    body,
  }) as const;

describe('what goes over the wire', () => {
  it.each([
    ['openai', 'gpt-4o'],
    ['anthropic', 'claude-sonnet-4-5'],
    ['gemini', 'gemini-2.5-flash'],
    ['openrouter', 'openai/gpt-4o'],
    ['openai_compatible', 'llama3.1'],
  ] as const)('%s is asked for answers that are not compressed', async (provider, upstream) => {
    const key = proxy.key(provider, { models: [{ name: `plain-${provider}`, upstream }] });
    proxy.providers[provider].plays(key.secret, answer('pong'));
    const user = proxy.user();
    const headers = { 'accept-encoding': 'gzip' };
    for (const stream of [false, true]) {
      const response = await proxy.chat(user, ask(`plain-${provider}`, stream), headers);
      expect(response.headers.get('content-encoding')).toBeNull();
      expect(await response.text()).toContain('pong');
    }
    const sent = proxy.providers[provider].calls(key.secret).map((call) => call.headers['accept-encoding']);
    expect(sent).toEqual(['identity', 'identity']);
  });

  it('a stream that comes compressed all the same is read, and is a failure where it is cut', async () => {
    const key = proxy.key('openai_compatible', { models: ['zipped'] });
    const user = proxy.user();
    proxy.providers.openai_compatible.plays(key.secret, zipped(events));
    const whole = await proxy.chat(user, ask('zipped', true));
    expect(whole.headers.get('content-encoding')).toBeNull();
    expect(await whole.text()).toMatch(/pong[\s\S]*\[DONE\]/);
    proxy.providers.openai_compatible.plays(key.secret, zipped(events.subarray(0, events.length / 2)));
    expect((await proxy.chat(user, ask('zipped', true))).status).toBe(502);
  });

  it('a stream goes out so that no proxy on its way holds it back', async () => {
    const key = proxy.key('openai', { models: ['unheld'] });
    proxy.providers.openai.plays(key.secret, answer('pong'));
    const response = await proxy.chat(proxy.user(), ask('unheld', true));
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    expect(response.headers.get('cache-control')).toBe('no-cache, no-transform');
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  });
});

describe.each([
  ['anthropic', 'claude-sonnet-4-5'],
  ['gemini', 'gemini-2.5-flash'],
  ['openai', 'gpt-4o'],
] as const)('a redirect of %s', (provider, upstream) => {
  it('is not followed: no other host sees the secret or the prompt', async () => {
    let strangers = 0;
    const stranger = createServer((_, response) => {
      strangers += 1;
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(stranger, 'listening');
    const location = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}/`;
    const key = proxy.key(provider, { models: [{ name: `moved-${provider}`, upstream }] });
    proxy.providers[provider].plays(key.secret, { do: 'send', status: 307, headers: { location }, body: '' });
    const response = await proxy.chat(proxy.user(), ask(`moved-${provider}`));
    expect(response.status).toBe(502);
    expect(strangers).toBe(0);
    stranger.close();
  });
});
