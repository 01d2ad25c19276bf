import { gzipSync } from 'node:zlib';
import { answer } from '@palimpsest/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

let proxy: ProxyUnderTest;
let user: ReturnType<ProxyUnderTest['user']>;
beforeAll(async () => {
  proxy = await startProxyUnderTest({ PALIMPSEST_MAX_BODY_BYTES: '100000' });
  user = proxy.user({ models: ['gpt-*'] });
  const key = proxy.key('openai', { models: ['gpt-1', 'other'] });
  proxy.providers.openai.plays(key.secret, answer('pong'));
});
afterAll(() => proxy.stop());

const good = { model: 'gpt-1', messages: [{ role: 'user', content: 'ping' }] };

const toolCall = { id: 't1', type: 'function', function: { name: 'f', arguments: '{}' } };

describe('refusals', () => {
  it.each([
    ['no key', {}, 401],
    ['an unknown key', { authorization: 'Bearer pgw_live_nobody' }, 401],
    ['a malformed header', { authorization: 'Basic abc' }, 401],
  ])("answer %s with 401 in OpenAI's shape", async (_name, headers, status) => {
    const response = await fetch(`${proxy.url}/v1/chat/completions`, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: JSON.stringify(good),
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({
      error: { message: expect.any(String), type: 'invalid_request_error', param: null, code: 'invalid_api_key' },
    });
    expect(response.headers.get('x-request-id')).toMatch(/^req_[0-9A-HJKMNP-TV-Z]{26}$/);
  });

  it('take the key from x-api-key as well', async () => {
    const response = await fetch(`${proxy.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'x-api-key': user.key },
      body: JSON.stringify(good),
    });
    expect(response.status).toBe(200);
  });

  it.each([
    ['messages', { model: 'gpt-1' }],
    ['messages', { ...good, messages: [] }],
    ['messages[0].role', { ...good, messages: [{ role: 'robot', content: 'x' }] }],
    ['messages[0].content', { ...good, messages: [{ role: 'user' }] }],
    [
      'messages[1].tool_calls[1].id',
      {
        ...good,
        messages: [
          { role: 'user', content: 'x' },
          { role: 'assistant', content: null, tool_calls: [toolCall, toolCall] },
          { role: 'tool', tool_call_id: 't1', content: 'x' },
        ],
      },
    ],
    [
      'messages[1].tool_call_id',
      {
        ...good,
        messages: [
          { role: 'user', content: 'x' },
          { role: 'tool', tool_call_id: 't9', content: 'x' },
        ],
      },
    ],
    [
      'messages[2]',
      {
        ...good,
        messages: [
          { role: 'user', content: 'x' },
          { role: 'assistant', tool_calls: [toolCall] },
          { role: 'user', content: 'y' },
        ],
      },
    ],
    ['model', { messages: good.messages }],
    ['model', { ...good, model: 7 }],
    ['temperature', { ...good, temperature: 3 }],
    ['n', { ...good, n: 0 }],
    ['max_tokens', { ...good, max_tokens: -1 }],
    ['stop', { ...good, stop: ['a', 'b', 'c', 'd', 'e'] }],
    ['stream', { ...good, stream: 'yes' }],
    ['stream_options', { ...good, stream_options: { include_usage: true } }],
    ['tools[0].function.name', { ...good, tools: [{ type: 'function', function: { name: 'a b' } }] }],
    ['response_format.type', { ...good, response_format: { type: 'xml' } }],
  ])('name %s as the fault of a body', async (param, body) => {
    const response = await proxy.chat(user, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error', param } });
  });

  it.each(['{', '[]', 'null', `${'['.repeat(5000)}${']'.repeat(5000)}`])(
    'answer the body %# that is no JSON object with 400',
    async (body) => {
      const response = await fetch(`${proxy.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${user.key}` },
        body,
      });
      expect(response.status).toBe(400);
    },
  );

  it('answer a body over the limit with 413, with and without its length', async () => {
    const large = JSON.stringify({ ...good, messages: [{ role: 'user', content: 'x'.repeat(100_001) }] });
    expect(
      (
        await fetch(`${proxy.url}/v1/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${user.key}` },
          body: large,
        })
      ).status,
    ).toBe(413);
    const chunked = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode(large));
        controller.close();
      },
    });
    const response = await fetch(`${proxy.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.key}` },
      body: chunked,
      duplex: 'half',
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: { code: 'request_too_large' } });
  });

  it.each([
    [403, 'model_not_allowed', { ...good, model: 'other' }],
    [404, 'model_not_found', { ...good, model: 'gpt-nowhere' }],
  ])('answer %i %s', async (status, code, body) => {
    const response = await proxy.chat(user, body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { code, param: 'model' } });
  });

  it('refuse a session id that is none, and an unknown stream mode', async () => {
    expect((await proxy.chat(user, good, { 'x-session-id': 'a b' })).status).toBe(400);
    expect((await proxy.chat(user, good, { 'x-session-id': 'x'.repeat(257) })).status).toBe(400);
    expect((await proxy.chat(user, good, { 'x-palimpsest-stream': 'fast' })).status).toBe(400);
  });

  it('leave exactly one entry for each call that passed authentication', async () => {
    const other = proxy.user();
    await proxy.chat(other, { ...good, n: 0 });
    await proxy.chat(other, { ...good, model: 'nowhere' });
    await proxy.chat(other, good);
    expect((await proxy.events(other)).map(({ outcome, errorCode }) => [outcome, errorCode])).toEqual([
      ['rejected', 'invalid_request'],
      ['rejected', 'model_not_found'],
      ['success', undefined],
    ]);
  });

  it("answer an unknown path in OpenAI's shape", async () => {
    const response = await fetch(`${proxy.url}/v1/nothing`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 'not_found' } });
  });

  it.each([
    ...['GET', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'].map((method) => [method, '/v1/chat/completions', 'POST'] as const),
    ['PATCH', '/v1/embeddings', 'POST'],
    ['POST', '/v1/models', 'GET, HEAD'],
    ['DELETE', '/v1/models/gpt-1', 'GET, HEAD'],
    ['POST', '/readyz', 'GET, HEAD'],
  ] as const)('answer %s %s with 405 and what is allowed', async (method, path, allowed) => {
    const response = await fetch(`${proxy.url}${path}`, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allowed);
    expect(response.headers.get('x-request-id')).toMatch(/^req_/);
    const code = method === 'HEAD' ? undefined : ((await response.json()) as { error: { code: string } }).error.code;
    expect(code).toBe(method === 'HEAD' ? undefined : 'method_not_allowed');
  });

  it("do not let a browser's page of another origin call: neither the question before nor the answer has a header of CORS", async () => {
    const url = `${proxy.url}/v1/chat/completions`;
    const origin = 'https://app.example.org';
    const asked = await fetch(url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, content-type',
      },
    });
    const answered = await fetch(url, {
      method: 'POST',
      headers: { origin, authorization: `Bearer ${user.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(good),
    });
    expect([asked.status, answered.status]).toEqual([405, 200]);
    const names = [asked, answered].flatMap(({ headers }) => [...headers.keys()]);
    expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  it.each([undefined, 'text/plain', 'application/x-www-form-urlencoded'])(
    'do not ask what a body is announced as: %s is read as JSON',
    async (type) => {
      const response = await fetch(`${proxy.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${user.key}`, ...(type === undefined ? {} : { 'content-type': type }) },
        body: new TextEncoder().encode(JSON.stringify(good)),
      });
      expect(response.status).toBe(200);
    },
  );

  it('do not take a compressed body', async () => {
    const response = await fetch(`${proxy.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.key}`, 'content-encoding': 'gzip' },
      body: gzipSync(JSON.stringify(good)),
    });
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({
      error: { code: 'unsupported_media_type', param: 'content-encoding' },
    });
  });

  it('list the models that the user may use, and only those', async () => {
    const response = await fetch(`${proxy.url}/v1/models`, { headers: { authorization: `Bearer ${user.key}` } });
    expect(await response.json()).toMatchObject({
      object: 'list',
      data: [{ id: 'gpt-1', object: 'model', owned_by: 'openai' }],
    });
    expect(
      (await fetch(`${proxy.url}/v1/models/gpt-1`, { headers: { authorization: `Bearer ${user.key}` } })).status,
    ).toBe(200);
    expect(
      (await fetch(`${proxy.url}/v1/models/other`, { headers: { authorization: `Bearer ${user.key}` } })).status,
    ).toBe(404);
    expect((await fetch(`${proxy.url}/v1/models`)).status).toBe(401);
  });
});
