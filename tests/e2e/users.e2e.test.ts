import { answer } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScene, type Scene } from './house/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
  await scene.key('openai', [answer('fine')]);
});
afterAll(() => scene.close());

const HOLDS_WITHIN_MS = 1_000;

const status = async (gatewayKey: string, header = 'authorization') => {
  const value = header === 'authorization' ? `Bearer ${gatewayKey}` : gatewayKey;
  const response = await fetch(`${scene.proxyUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [header]: value },
    body: JSON.stringify({ model: scene.model, messages: [{ role: 'user', content: 'hi' }] }),
  });
  await response.text();
  return response.status;
};

test('a user may present the gateway key either way', async () => {
  const user = await scene.user();
  expect(user.gatewayKey).toMatch(/^pgw_live_/);
  expect(await status(user.gatewayKey)).toBe(200);
  expect(await status(user.gatewayKey, 'x-api-key')).toBe(200);
});

test('a deleted user is out within a second', async () => {
  const user = await scene.user();
  expect(await status(user.gatewayKey)).toBe(200);
  await scene.operator.call('DELETE', `/users/${user.id}`);
  await expect.poll(() => status(user.gatewayKey), { timeout: HOLDS_WITHIN_MS, interval: 20 }).toBe(401);
});

test('a gateway key is rotated without a gap: the new one is in before the old one is out', async () => {
  const user = await scene.user();
  const path = `/users/${user.id}/gateway-keys`;
  const created = await scene.operator.call<{ id: string; gateway_key: string }>('POST', path, {});
  await expect.poll(() => status(created.gateway_key), { timeout: HOLDS_WITHIN_MS, interval: 20 }).toBe(200);
  expect(await status(user.gatewayKey)).toBe(200);
  const keys = (await scene.operator.user(user.id)).gateway_keys;
  const old = keys.find((key) => key.id !== created.id);
  await scene.operator.call('DELETE', `${path}/${old?.id ?? ''}`);
  await expect.poll(() => status(user.gatewayKey), { timeout: HOLDS_WITHIN_MS, interval: 20 }).toBe(401);
  expect(await status(created.gateway_key)).toBe(200);
});

test('a new limit holds within a second', async () => {
  const user = await scene.user();
  expect(await status(user.gatewayKey)).toBe(200);
  await scene.operator.call('PATCH', `/users/${user.id}`, {
    limits: [{ metric: 'requests', amount: 1, period: 'day' }],
  });
  await expect.poll(() => status(user.gatewayKey), { timeout: HOLDS_WITHIN_MS, interval: 20 }).toBe(429);
});

test('the gateway key is shown once', async () => {
  const user = await scene.user();
  expect(JSON.stringify(await scene.operator.user(user.id))).not.toContain(user.gatewayKey);
});
