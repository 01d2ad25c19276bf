import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answer } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type House, startHouse } from './house/house.ts';
import { rotate } from './house/rotate.ts';
import { openScene, type Scene, type ScenicUser } from './house/scene.ts';

let house: House;
let scene: Scene;
let user: ScenicUser;
beforeAll(async () => {
  house = await startHouse();
  scene = await openScene(house);
  user = await scene.user();
});
afterAll(async () => {
  await scene.close();
  await house.close();
});

const masterKey = async () => (await readFile(join(house.dataDir, 'master.key'), 'utf8')).trim();
const ask = (headers: Record<string, string>) =>
  fetch(`${scene.proxyUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.gatewayKey}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ model: scene.model, messages: [{ role: 'user', content: 'what did you buy?' }] }),
  });

test('make rotate-secrets asks first, and changes nothing without a yes', { timeout: 60_000 }, async () => {
  const before = await masterKey();
  for (const typed of ['', 'no\n']) {
    const refused = await rotate(house, 'rotate-secrets', typed);
    expect(refused).toMatchObject({ output: expect.stringContaining('Nothing was changed') });
    expect(refused.status).not.toBe(0);
  }
  expect(await masterKey()).toBe(before);
});

test('after it keys need their secret again, sessions and kept answers are gone, and users are who they were', {
  timeout: 120_000,
}, async () => {
  const key = await scene.key('openai', [answer('a red bike')]);
  await vi.waitFor(async () => expect((await ask({})).status).toBe(200));
  const used = { 'x-session-id': 'bikes', 'idempotency-key': 'once' };
  await (await ask(used)).text();
  expect((await ask(used)).headers.get('x-palimpsest-replayed')).toBe('true');
  const before = await masterKey();

  const rotated = await rotate(house, 'rotate-secrets', 'yes\n');
  expect(rotated).toMatchObject({ status: 0, output: expect.stringContaining('for their secret') });
  expect(await masterKey()).not.toBe(before);
  expect(await key.now()).toMatchObject({ state: 'suspended', reason: expect.stringContaining('enter it again') });

  // The user is still known: an operator has to act, not the user.
  const refused = await vi.waitFor(async () => {
    const response = await ask({});
    expect(response.status).toBe(503);
    return response.json();
  });
  expect(refused).toMatchObject({ error: { code: 'no_usable_key' } });

  await scene.operator.call('PATCH', `/keys/${key.id}`, { secret: key.secret });
  await vi.waitFor(async () => expect((await ask({})).status).toBe(200));
  const response = await ask(used);
  expect(response.status).toBe(200);
  expect(response.headers.get('x-palimpsest-replayed')).toBeNull();
  expect(response.headers.get('x-palimpsest-context')).toBe('none');
  await response.text();
  expect((await ask(used)).headers.get('x-palimpsest-replayed')).toBe('true');

  await house.stop('control');
  await house.start('control');
  expect((await key.now()).state).toBe('active');
  for (const secret of [before, await masterKey(), key.secret, user.gatewayKey]) {
    expect(rotated.output).not.toContain(secret.replace(/=$/, ''));
    expect(house.output()).not.toContain(secret.replace(/=$/, ''));
  }
});
