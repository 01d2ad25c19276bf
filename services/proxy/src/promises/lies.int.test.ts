import { once } from 'node:events';
import { connect } from 'node:net';
import { answer, fail, send } from '@palimpsest/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

let proxy: ProxyUnderTest;
beforeAll(async () => {
  proxy = await startProxyUnderTest();
});
afterAll(() => proxy.stop());

const ask = (model: string) => ({ model, messages: [{ role: 'user', content: 'ping' }] });
const completion = (choice: object, usage?: object) =>
  JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content: 'pong' }, finish_reason: 'stop', ...choice }],
    ...(usage === undefined ? {} : { usage }),
  });

describe('a provider that lies', () => {
  it.each([4_000_000_000, -1, 1.5, 'x'])(
    'of the number of its choice (%s) is answered with one dense choice',
    async (index) => {
      const user = proxy.user();
      const model = `m-index-${index}`;
      const key = proxy.key('openai_compatible', { models: [model] });
      proxy.providers.openai_compatible.plays(key.secret, send(completion({ index }), 'application/json'));
      const response = await proxy.chat(user, ask(model));
      expect(await response.json()).toMatchObject({ choices: [{ index: 0, message: { content: 'pong' } }] });
    },
  );

  it.each([
    { prompt_tokens: 2 ** 53, completion_tokens: 2 ** 53, total_tokens: 2 ** 54 },
    { prompt_tokens: 1e308, completion_tokens: -5, total_tokens: 'abc' },
  ])('of its usage is answered, and counted by an estimate', async (usage) => {
    const user = proxy.user();
    const model = `m-usage-${usage.completion_tokens}`;
    const key = proxy.key('openai_compatible', { models: [model] });
    proxy.providers.openai_compatible.plays(key.secret, send(completion({}, usage), 'application/json'));
    expect((await proxy.chat(user, ask(model))).status).toBe(200);
    const [event] = await proxy.events(user);
    expect(event).toMatchObject({ outcome: 'success', estimated: true });
    expect(event?.usage.totalTokens).toBeLessThan(1000);
  });
});

describe('keys asleep at a vendor in trouble', () => {
  it('are told of by their own deadlines, not by the shorter stop of the vendor', async () => {
    const user = proxy.user();
    for (let count = 0; count < 3; count += 1) {
      const key = proxy.key('openai', { models: ['m-asleep'], vendor: 'asleep' });
      proxy.providers.openai.plays(key.secret, fail(429, { retryAfter: 40 }));
    }
    for (let call = 0; call < 3; call += 1) {
      const response = await proxy.chat(user, ask('m-asleep'));
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(35);
      expect(await response.json()).toMatchObject({
        error: { code: 'pool_exhausted', message: expect.stringContaining('3 keys: 3 sleeping') },
      });
    }
  });
});

describe('what cannot be read as HTTP', () => {
  const plain = 'The request cannot be read as HTTP.';
  const tooLarge = 'The headers of the request are larger than 16384 bytes.';
  it.each([
    ['GET /v1/models/% HTTP/1.1\r\nhost: x\r\n\r\n', expect.any(String)],
    ['POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n', plain],
    ['nonsense\r\n\r\n', plain],
    [`GET /v1/models HTTP/1.1\r\nhost: x\r\nx-much: ${'x'.repeat(17_000)}\r\n\r\n`, tooLarge],
  ])("is refused in OpenAI's shape: %.60j", async (bytes, message) => {
    const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.end(bytes);
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(text.slice(text.indexOf('{')))).toMatchObject({
      error: { type: 'invalid_request_error', param: null, code: 'invalid_request', message },
    });
  });

  it('does not disturb the next request', async () => {
    const user = proxy.user();
    const key = proxy.key('openai', { models: ['m-next'] });
    proxy.providers.openai.plays(key.secret, answer('pong'));
    expect((await proxy.chat(user, ask('m-next'))).status).toBe(200);
  });
});
