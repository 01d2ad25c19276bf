import { answer, hang } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type House, startHouse } from './house/house.ts';
import { openScene, type Scene, type ScenicKey, type ScenicUser } from './house/scene.ts';

let house: House;
let scene: Scene;
let key: ScenicKey;
let user: ScenicUser;
beforeAll(async () => {
  house = await startHouse();
  scene = await openScene(house);
  key = await scene.key('openai', [(call) => answer(`answer ${call.index}`)]);
  user = await scene.user();
});
afterAll(async () => {
  await scene.close();
  await house.close();
});

const ask = (more: object = {}) =>
  user.openai.chat.completions
    .create({ model: scene.model, messages: [{ role: 'user', content: 'hello' }] }, more)
    .withResponse();

test('keys and users survive a restart of everything, Redis included', async () => {
  const before = (await ask()).response.headers.get('x-request-id');
  await scene.logged(before);
  for (const name of ['proxy', 'control', 'metering'] as const) expect(await house.stop(name)).toBe(0);
  await house.redis.restart();
  await Promise.all([house.start('metering'), house.start('control'), house.start('proxy')]);
  expect((await ask()).data.choices[0]?.message.content).toMatch(/^answer \d+$/);
  expect((await key.now()).state).toBe('active');
  expect((await house.operator.user(user.id)).id).toBe(user.id);
  expect((await scene.logged(before)).outcome).toBe('success');
});

test('with control killed, the proxy goes on with what it knows', async () => {
  await house.stop('control', 'SIGKILL');
  for (let times = 0; times < 3; times++) expect((await ask()).response.status).toBe(200);
  await house.start('control');
  // The proxy finds its way back, and a change made now reaches it.
  const late = await scene.user();
  expect((await late.openai.models.list()).data.map((model) => model.id)).toContain(scene.model);
});

test('with metering killed, events wait and none is lost', async () => {
  await house.stop('metering', 'SIGKILL');
  const ids: (string | null)[] = [];
  for (let times = 0; times < 5; times++) ids.push((await ask()).response.headers.get('x-request-id'));
  await expect(house.operator.requests({})).rejects.toThrow(/503/);
  // The rest of the operator API does without it.
  expect((await house.operator.user(user.id)).id).toBe(user.id);
  await house.start('metering');
  for (const id of ids) expect((await scene.logged(id)).outcome).toBe('success');
  const once = await house.operator.requests({ user: user.id, limit: '200' });
  expect(new Set(once.map((entry) => entry.id)).size).toBe(once.length);
  const [row] = await house.operator.usage({ user: user.id, group_by: 'user' });
  expect(row?.requests).toBe(once.length);
});

test('a proxy that is told to stop finishes what is in flight and takes nothing new', async () => {
  key.plays(answer('slow but whole', { delayMs: 1_000 }));
  const inFlight = ask();
  const asked = key.calls().length;
  await vi.waitFor(() => expect(key.calls().length).toBeGreaterThanOrEqual(asked));
  await vi.waitFor(() => expect(key.calls().at(-1)?.closedBy).toBeUndefined());
  const stopped = house.stop('proxy');
  const { data, response } = await inFlight;
  expect(data.choices[0]?.message.content).toBe('slow but whole');
  expect(await stopped).toBe(0);
  await expect(ask({ maxRetries: 0 })).rejects.toThrow();
  expect((await scene.logged(response.headers.get('x-request-id'))).outcome).toBe('success');
  await house.start('proxy');
  key.plays(answer('fine'));
  expect((await ask()).response.status).toBe(200);
});

test('every answer that reached its client has its entry, also when the proxy is killed right after it', async () => {
  key.plays(answer('fine'));
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask()));
  await house.stop('proxy', 'SIGKILL');
  for (const { response } of answers) {
    expect((await scene.logged(response.headers.get('x-request-id'))).outcome).toBe('success');
  }
  await house.start('proxy');
});

test('a request whose proxy was killed is written down as abandoned, and counts against nobody', {
  timeout: 120_000,
}, async () => {
  const lonely = await scene.user({ limits: [{ metric: 'requests', amount: 1, period: 'day' }] });
  key.plays(hang());
  const before = key.calls().length;
  const lost = Promise.allSettled([
    lonely.openai.chat.completions.create(
      { model: scene.model, messages: [{ role: 'user', content: 'hello' }] },
      { maxRetries: 0 },
    ),
  ]);
  await vi.waitFor(() => expect(key.calls()).toHaveLength(before + 1));
  await house.stop('proxy', 'SIGKILL');
  expect(await lost).toMatchObject([{ status: 'rejected' }]);
  await house.start('proxy');
  // Leases run out within a minute; what lasts longer is the sweep that follows.
  await expect
    .poll(() => house.operator.requests({ user: lonely.id }), { timeout: 90_000, interval: 500 })
    .toMatchObject([{ outcome: 'abandoned', model: scene.model }]);
  key.plays(answer('fine'));
  const next = await lonely.openai.chat.completions.create({
    model: scene.model,
    messages: [{ role: 'user', content: 'again' }],
  });
  expect(next.choices[0]?.message.content).toBe('fine');
});
