import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newAlertId } from '@palimpsest/runtime';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type Scene, startScene } from '../testing/scene.ts';
import { isSigned, startReceiver } from '../testing/webhook-receiver.ts';
import { type DeliveryParts, dealWith } from './deliver.ts';
import { startDeliveries } from './delivery-rounds.ts';

let scene: Scene;
let replica: Scene;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
const none = new AbortController().signal;
const started: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  scene = await startScene();
  replica = await startScene({ beside: scene });
});
beforeEach(async () => {
  // The scene's Redis is its own.
  await scene.redis.flushall();
  receiver = await startReceiver(200);
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((rounds) => rounds.stop()));
  await receiver.stop();
});
afterAll(async () => {
  await replica.stop();
  await scene.stop();
});

const partsOf = (of: Scene, delaysMs = [1, 1, 1]) => ({ ...of, ...of.sending, delaysMs });
const deliverDue = async (parts: DeliveryParts, signal: AbortSignal) => {
  const due = await parts.messages.take(10, 60_000);
  await Promise.all(due.map((message) => dealWith(parts, message, signal)));
};
const start = (of: Scene, delaysMs?: number[]) => started.push(startDeliveries(partsOf(of, delaysMs)));
const create = async (body: object = {}) =>
  (await scene.call('POST', '/webhooks', { url: receiver.url, ...body })).body;
const observe = (target: string, holds = true) =>
  scene.alerts.observe(newAlertId(), { kind: 'error_rate', target, holds, forMs: 0, message: `${target} fail.` });
const types = () => receiver.received.map(({ body }) => body.type);
const lastDelivery = async () => (await scene.call('GET', '/webhooks')).body.data[0]?.last_delivery;
const waiting = () => scene.redis.zcard('pgw:v1:{alerts}:due');
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 10_000, interval: 50 });

it('tells of an alert once over all replicas, when it is raised and when it is over, signed', async () => {
  const { secret } = await create();
  for (const of of [scene, replica]) start(of);
  await observe('requests');
  await eventually(() => expect(types()).toEqual(['alert.raised']));
  await observe('requests', false);
  await eventually(() => expect(types()).toEqual(['alert.raised', 'alert.ended']));
  const [raised, ended] = receiver.received;
  for (const message of receiver.received) expect(isSigned(message, String(secret))).toBe(true);
  expect(raised?.body.data).toMatchObject({
    kind: 'error_rate',
    target: 'requests',
    message: 'requests fail.',
    ended_at: null,
  });
  expect(ended?.body).toMatchObject({ data: { id: raised?.body.data.id, ended_at: ended?.body.timestamp } });
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
  await eventually(async () => expect(await waiting()).toBe(0));
  expect(receiver.received).toHaveLength(2);
});

it('tells a webhook only what it wants, and every webhook', async () => {
  await create({ events: ['alert.ended'] });
  await create();
  start(scene);
  await observe('requests');
  await observe('requests', false);
  await eventually(() => expect(types().toSorted()).toEqual(['alert.ended', 'alert.ended', 'alert.raised']));
});

it('sends again what was not taken, with the same id and body, until it is', async () => {
  receiver.answers(500, 429, 200);
  await create();
  start(scene);
  await observe('requests');
  await eventually(async () => expect(await lastDelivery()).toMatchObject({ ok: true, status: 200 }));
  expect(receiver.received).toHaveLength(3);
  expect(new Set(receiver.received.map(({ headers, text }) => `${String(headers['webhook-id'])} ${text}`)).size).toBe(
    1,
  );
  expect(await waiting()).toBe(0);
});

it('gives up after the last attempt, and at once where the receiver says that it is gone', async () => {
  receiver.answers(500);
  await create();
  start(scene, [1, 1]);
  await observe('requests');
  await eventually(async () => expect(await waiting()).toBe(0));
  expect(receiver.received).toHaveLength(3);
  expect(await lastDelivery()).toMatchObject({ ok: false, status: 500, reason: 'answered 500' });
  receiver.answers(410);
  await observe('requests', false);
  await eventually(async () => expect(await lastDelivery()).toMatchObject({ status: 410 }));
  await eventually(async () => expect(await waiting()).toBe(0));
  expect(receiver.received).toHaveLength(4);
});

it('lets nobody wait for a receiver that does not answer', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const called = once(silent, 'request');
  await create({ url: `http://127.0.0.1:${port}/` });
  await create();
  start(scene);
  await observe('requests');
  await called;
  await observe('requests', false);
  await eventually(() => expect(types()).toEqual(['alert.raised', 'alert.ended']));
  silent.close();
  silent.closeAllConnections();
});

it('keeps room for others, however many messages wait for a receiver that does not answer', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  let calls = 0;
  silent.on('request', () => {
    calls += 1;
  });
  await create({ url: `http://127.0.0.1:${port}/` });
  const many = Array.from({ length: 130 }, (_, index) => `requests ${index}`);
  for (const target of many) await observe(target);
  start(scene);
  await eventually(() => expect(calls).toBe(5));
  await create();
  const more = Array.from({ length: 12 }, (_, index) => `more ${index}`);
  for (const target of more) await observe(target);
  await eventually(() => expect(receiver.received).toHaveLength(more.length));
  expect(calls).toBe(5);
  silent.close();
  silent.closeAllConnections();
});

it('sends nothing to a webhook that was deleted meanwhile', async () => {
  receiver.answers(500, 200);
  const { id } = await create();
  await observe('requests');
  const parts = partsOf(scene, [1]);
  await eventually(async () => {
    await deliverDue(parts, none);
    expect(receiver.received).toHaveLength(1);
  });
  await scene.call('DELETE', `/webhooks/${id}`);
  await eventually(async () => {
    await deliverDue(parts, none);
    expect(await waiting()).toBe(0);
  });
  expect(receiver.received).toHaveLength(1);
});

it('leaves to another replica what its own stop cut off', async () => {
  await create();
  await observe('requests');
  const stopped = AbortSignal.abort();
  await deliverDue(partsOf(scene), none);
  await deliverDue(partsOf(scene), stopped);
  expect(receiver.received).toEqual([]);
  expect(await waiting()).toBe(1);
  expect(await lastDelivery()).toBeNull();
});
