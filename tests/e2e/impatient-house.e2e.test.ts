import { answer, fail, hang } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type House, startHouse } from './house/house.ts';
import { openScene, type Scene, type ScenicUser } from './house/scene.ts';

const HEARTBEAT_MS = 200;
const REQUEST_TIMEOUT_MS = 2_000;
const MAX_BODY_BYTES = 20_000;

let house: House;
let scene: Scene;
beforeAll(async () => {
  house = await startHouse({
    PALIMPSEST_HEARTBEAT_MS: String(HEARTBEAT_MS),
    PALIMPSEST_REQUEST_TIMEOUT_MS: String(REQUEST_TIMEOUT_MS),
    PALIMPSEST_MAX_BODY_BYTES: String(MAX_BODY_BYTES),
    PALIMPSEST_MAX_ANSWER_BYTES: String(MAX_BODY_BYTES),
  });
  scene = await openScene(house);
});
afterAll(async () => {
  await scene.close();
  await house.close();
});

const body = (model: string, stream: boolean, content = 'hello') =>
  JSON.stringify({ model, stream, messages: [{ role: 'user', content }] });
const post = (user: ScenicUser, text: string) =>
  fetch(`${house.proxyUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.gatewayKey}`, 'content-type': 'application/json' },
    body: text,
  });

test('a stream that is being buffered is kept alive by comments, and official clients do not mind', async () => {
  await scene.key('openai', [answer('one two three four five', { paceMs: 150 })]);
  const user = await scene.user();
  const raw = await (await post(user, body(scene.model, true))).text();
  expect(raw).toMatch(/^: ?\n\n/);
  expect(raw.match(/^:/gm)?.length).toBeGreaterThanOrEqual(2);
  expect(raw.trimEnd().endsWith('data: [DONE]')).toBe(true);

  const stream = await user.openai.chat.completions.create({
    model: scene.model,
    messages: [{ role: 'user', content: 'hello' }],
    stream: true,
  });
  let text = '';
  for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
  expect(text).toBe('one two three four five');
});

test('a stream that was opened and then fails ends with one error event and no end mark', async () => {
  const model = `${scene.model}-late`;
  await scene.key('openai', [answer('never never never never', { paceMs: 200, cutAfterEvents: 3 })], {
    models: [model],
  });
  const user = await scene.user();
  const response = await post(user, body(model, true));
  expect(response.status).toBe(200);
  const events = (await response.text()).split('\n\n').filter((block) => block.startsWith('data: '));
  expect(events).toHaveLength(1);
  expect(JSON.parse(events[0]?.slice('data: '.length) ?? '')).toMatchObject({
    error: { code: 'upstream_failed', type: 'server_error', message: expect.any(String) },
  });
});

test('a request has one deadline for all its attempts: 504', async () => {
  const model = `${scene.model}-deadline`;
  await scene.key('openai', [hang()], { models: [model] });
  const user = await scene.user();
  const startedAt = Date.now();
  const response = await post(user, body(model, false));
  expect(response.status).toBe(504);
  expect(response.headers.get('x-should-retry')).toBe('false');
  expect(await response.json()).toMatchObject({ error: { code: 'gateway_timeout' } });
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(REQUEST_TIMEOUT_MS - 50);
  expect(Date.now() - startedAt).toBeLessThan(REQUEST_TIMEOUT_MS * 2);
});

test('a body that is too large gets 413, before anything is sent upstream', async () => {
  const model = `${scene.model}-large`;
  const key = await scene.key('openai', [answer('fine')], { models: [model] });
  const user = await scene.user();
  const response = await post(user, body(model, false, 'x'.repeat(MAX_BODY_BYTES)));
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({ error: { code: 'request_too_large' } });
  expect(key.calls()).toHaveLength(0);
});

test.each([false, true])('an answer that is too large is cut off (stream: %s)', async (stream) => {
  const model = `${scene.model}-endless-${stream}`;
  await scene.key('openai', [answer('word '.repeat(MAX_BODY_BYTES / 4))], { models: [model] });
  const user = await scene.user();
  const response = await post(user, body(model, stream));
  // A stream may have been opened by a heartbeat by then.
  expect(response.status).toBe(stream && response.headers.get('content-type')?.includes('event-stream') ? 200 : 502);
  const text = await response.text();
  expect(text).toContain('"upstream_failed"');
  expect(text).not.toContain('word');
});

test('heartbeats do not open a stream that fails at once', async () => {
  const model = `${scene.model}-early`;
  await scene.key('openai', [fail(400, { body: { error: { message: 'no', type: 'invalid_request_error' } } })], {
    models: [model],
  });
  const user = await scene.user();
  const response = await post(user, body(model, true));
  expect(response.status).toBe(400);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  await response.text();
});
