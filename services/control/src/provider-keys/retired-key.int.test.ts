import { randomBytes } from 'node:crypto';
import { newAuditId } from '@palimpsest/runtime';
import { MasterKeys } from '@palimpsest/state';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newKey } from '../testing/examples.ts';
import { type Scene, startScene } from '../testing/scene.ts';
import { readEnvelope } from '../vault/envelope.ts';
import { keyringOf } from '../vault/keyring.ts';
import { openWebhookSecret } from '../webhooks/store.ts';

const [retired, successor] = [randomBytes(32), randomBytes(32)];
const both = keyringOf([retired, successor]);
const ids = { retired: both.newest, successor: keyringOf([successor]).newest };

let scene: Scene;
beforeAll(async () => {
  scene = await startScene({ keyring: both });
  const masterKeys = new MasterKeys(scene.redis);
  const audit = { id: newAuditId(), actor: 'command', action: 'a', target: 't', from: null, before: null, after: null };
  await masterKeys.hold('test', 60_000);
  await masterKeys.retire({ holder: 'test', ids: [ids.retired], successor: ids.successor, audit });
});
afterAll(() => scene.stop());

it('what is entered after its master key was retired is sealed under the one in its place', async () => {
  const { status, body } = await scene.call('POST', '/keys', newKey({ secret: 'sk-late' }));
  expect([status, body.state]).toEqual([201, 'active']);
  const stored = await scene.registry.get('provider-keys', body.id);
  expect(readEnvelope(stored?.value.sealedSecret ?? '')?.keyId).toBe(ids.successor);
  expect((await scene.call('PATCH', `/keys/${body.id}`, { name: 'renamed' })).status).toBe(200);
});

it('so is the secret of a webhook', async () => {
  const { status, body } = await scene.call('POST', '/webhooks', { url: 'https://example.com/hooks' });
  expect(status).toBe(201);
  const stored = await scene.registry.get('webhooks', body.id);
  expect(readEnvelope(stored?.value.sealedSecret ?? '')?.keyId).toBe(ids.successor);
  expect(stored && openWebhookSecret(keyringOf([successor]), stored.value)).toBe(body.secret);
});

it('a control without that one refuses to store a secret and says why, rather than store what nobody else opens', async () => {
  const behind = await startScene({
    beside: { ...scene, masterKey: retired },
    keyring: keyringOf([retired]),
  });
  for (const [path, body] of [
    ['/keys', newKey({ secret: 'sk-nowhere' })],
    ['/webhooks', { url: 'https://example.com/nowhere' }],
  ] as const) {
    const refused = await behind.call('POST', path, body);
    expect([refused.status, refused.body.code]).toEqual([503, 'master_key_outdated']);
  }
  for (const kind of ['provider-keys', 'webhooks'] as const) expect(await behind.registry.count(kind)).toBe(1);
  await behind.stop();
});
