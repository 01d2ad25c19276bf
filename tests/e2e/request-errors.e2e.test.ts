import { answer } from '@palimpsest/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openScene, type Scene, type ScenicKey, type ScenicUser } from './house/scene.ts';

let scene: Scene;
let key: ScenicKey;
let user: ScenicUser;
beforeAll(async () => {
  scene = await openScene();
  key = await scene.key('openai', [answer('fine')]);
  user = await scene.user();
});
afterAll(() => scene.close());

type Init = { method?: string; headers?: Record<string, string>; body?: string };
async function send(path: string, { method = 'POST', headers = {}, body }: Init = {}) {
  const response = await fetch(`${scene.proxyUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${user.gatewayKey}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
  });
  return { response, body: (await response.json()) as { error: Record<string, unknown> } };
}
const chat = (body: unknown) => send('/v1/chat/completions', { body: JSON.stringify(body) });

const hi = { role: 'user', content: 'hi' };
const call = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } };
const faults: readonly (readonly [string, object, RegExp])[] = [
  ['no model', { model: undefined }, /^model$/],
  ['a model that is no text', { model: 7 }, /^model$/],
  ['no messages', { messages: undefined }, /^messages$/],
  ['an empty conversation', { messages: [] }, /^messages$/],
  ['a role of its own making', { messages: [{ role: 'robot', content: 'x' }] }, /^messages[.[]+0\]?\.role$/],
  ['a message without content', { messages: [{ role: 'user' }] }, /^messages[.[]+0\]?\.content$/],
  [
    'an unanswered tool call',
    { messages: [hi, { role: 'assistant', content: null, tool_calls: [call] }, hi] },
    /^messages/,
  ],
  ['a stray tool message', { messages: [hi, { role: 'tool', tool_call_id: 'x', content: '1' }] }, /^messages/],
  ['a stream that is neither yes nor no', { stream: 'yes' }, /^stream$/],
  ['too hot a temperature', { temperature: 3 }, /^temperature$/],
  ['a top_p beyond one', { top_p: 1.5 }, /^top_p$/],
  ['no answers asked for', { n: 0 }, /^n$/],
  ['a limit of nothing', { max_tokens: 0 }, /^max_tokens$/],
  ['tools that are no list', { tools: {} }, /^tools$/],
];

describe.each(faults)('a body with %s', (_, fault, param) => {
  test('is refused with the parameter at fault, before anything is sent', async () => {
    const before = key.calls().length;
    const { response, body } = await chat({ model: scene.model, messages: [hi], ...fault });
    expect(response.status).toBe(400);
    expect(body.error).toMatchObject({ type: 'invalid_request_error', message: expect.any(String) });
    expect(body.error.param).toMatch(param);
    expect(Object.keys(body.error)).toEqual(expect.arrayContaining(['message', 'type', 'param', 'code']));
    expect(response.headers.get('x-request-id')).toMatch(/^req_[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(key.calls()).toHaveLength(before);
  });
});

test('unknown fields pass through to a provider of the same dialect', async () => {
  const { response } = await chat({ model: scene.model, messages: [hi], user: 'u-1', verbosity: 'low' });
  expect(response.status).toBe(200);
  expect(key.calls().at(-1)?.body).toMatchObject({ user: 'u-1', verbosity: 'low' });
});

test.each([
  ['no gateway key', {}],
  ['an unknown gateway key', { authorization: `Bearer pgw_live_${'A'.repeat(43)}` }],
  ['something else', { authorization: 'Basic Zm9vOmJhcg==' }],
])('%s is 401', async (_, headers) => {
  const response = await fetch(`${scene.proxyUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ model: scene.model, messages: [hi] }),
  });
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({ error: { code: 'invalid_api_key', type: 'invalid_request_error' } });
});

test('a model that nobody serves is 404, and one that the user may not use is 403', async () => {
  const missing = await chat({ model: 'no-such-model', messages: [hi] });
  expect(missing.response.status).toBe(404);
  expect(missing.body.error).toMatchObject({ code: 'model_not_found' });
  const narrow = await scene.user({ models: ['other-*'] });
  const refused = narrow.openai.chat.completions.create({
    model: scene.model,
    messages: [{ role: 'user', content: 'hi' }],
  });
  await expect(refused).rejects.toMatchObject({ status: 403, code: 'model_not_allowed' });
});

test('text that is no JSON is 400, in OpenAI’s shape', async () => {
  const { response, body } = await send('/v1/chat/completions', { body: '{"model":' });
  expect(response.status).toBe(400);
  expect(body.error).toMatchObject({ type: 'invalid_request_error', message: expect.any(String) });
});

test('a path that does not exist is 404, in OpenAI’s shape', async () => {
  const { response, body } = await send('/v1/nothing', { method: 'GET' });
  expect(response.status).toBe(404);
  expect(body.error).toMatchObject({ message: expect.any(String), type: 'invalid_request_error' });
});
