import { randomBytes } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLogger, Secret } from '@palimpsest/runtime';
import { MasterKeys } from '@palimpsest/state';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newKey } from '../testing/examples.ts';
import { type RotationScene, startRotationScene } from '../testing/rotation-scene.ts';
import { announceKeyring } from '../vault/announce-keyring.ts';
import { readEnvelope } from '../vault/envelope.ts';
import { keyringOf } from '../vault/keyring.ts';
import { liveKeyring } from '../vault/live-keyring.ts';
import { readMasterKeys } from '../vault/master-key.ts';
import { openWebhookSecret } from '../webhooks/store.ts';
import { explainOutcome } from './explain-outcome.ts';
import { keyPlace } from './key-place.ts';
import { rekey } from './rekey.ts';

const silent = createLogger({ service: 'control', level: 'silent' });

let scene: RotationScene;
beforeEach(async () => {
  scene = await startRotationScene();
});
afterEach(() => scene.stop());

const envelopes = async () => {
  const found = [];
  for await (const { value } of scene.registry.all('provider-keys')) found.push(readEnvelope(value.sealedSecret));
  return found;
};

describe('make rekey', () => {
  it('leaves every secret as it was, under a new master key alone', async () => {
    const [before, oldKeys, boxes] = [await scene.opened(), readMasterKeys(scene.source), await envelopes()];
    expect(before.secrets).toEqual(['sk-one', 'sk-two', 'sk-three']);
    expect(await rekey(scene.parts)).toMatchObject({ outcome: 'done', changed: 4, locked: [], oldKeyRemains: false });
    expect(await scene.opened()).toEqual(before);
    expect((await scene.opened(keyringOf(oldKeys))).secrets).toEqual([undefined, undefined, undefined]);
    expect((await envelopes()).map((envelope) => envelope?.box)).toEqual(boxes.map((envelope) => envelope?.box));
    expect(scene.text()).toMatch(/^[\w-]{43}=\n$/);
    expect(statSync(scene.file).mode & 0o777).toBe(0o600);
  });

  it('leaves the secret of a webhook as its receiver knows it', async () => {
    const { body } = await scene.call('POST', '/webhooks', { url: 'https://example.com/hooks' });
    await rekey(scene.parts);
    const stored = await scene.registry.get('webhooks', String(body.id));
    const ring = keyringOf(readMasterKeys(scene.source));
    expect(stored && openWebhookSecret(ring, stored.value)).toBe(body.secret);
  });

  it('is written into the audit log once, by the ids of the keys', async () => {
    await rekey(scene.parts);
    const [entry, ...others] = await scene.audited('master-key.rekey');
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ actor: 'command', target: 'master-key', from: null });
    expect(JSON.stringify(entry)).not.toContain(scene.text().trim());
  });

  it('never leaves a moment in which a running control cannot open a secret, nor one that starts in the middle', async () => {
    let [ended, looks] = [false, 0];
    const watching = (async () => {
      while (!ended) {
        const starting = liveKeyring(() => readMasterKeys(scene.source), silent);
        for (const ring of [scene.keyring, starting])
          expect((await scene.opened(ring)).secrets).toEqual(['sk-one', 'sk-two', 'sk-three']);
        looks += 1;
      }
    })();
    expect(await rekey(scene.parts)).toMatchObject({ outcome: 'done' });
    ended = true;
    await watching;
    expect(looks).toBeGreaterThan(5);
  });

  it('keeps the secrets that are entered while it runs, and refuses none of these calls', async () => {
    const entered: string[] = [];
    const calls: Promise<{ status: number }>[] = [];
    const enter = (): void => {
      const secret = `sk-meanwhile-${entered.length}`;
      entered.push(secret);
      calls.push(scene.call('POST', '/keys', newKey({ name: secret, secret })));
    };
    const [first] = (await scene.call('GET', '/keys')).body.data;
    const change = () => calls.push(scene.call('PATCH', `/keys/${first?.id}`, { name: `renamed ${calls.length}` }));
    await rekey({
      ...scene.parts,
      onStep() {
        enter();
        change();
      },
    });
    enter();
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(entered.length);
    // Two changes of one key at once are the operator's own conflict.
    expect(statuses.filter((status) => ![200, 201, 409].includes(status))).toEqual([]);
    const { secrets } = await scene.opened();
    expect(secrets).toHaveLength(3 + entered.length);
    expect(new Set(secrets)).toEqual(new Set(['sk-one', 'sk-two', 'sk-three', ...entered]));
  });

  it('lets one of two at once through', async () => {
    const outcomes = await Promise.all([rekey(scene.parts), rekey(scene.parts)]);
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['busy', 'done']);
    expect((await scene.opened()).secrets).toEqual(['sk-one', 'sk-two', 'sk-three']);
  });

  it('changes nothing while a running control has its key from elsewhere, and names it', async () => {
    const elsewhere = join(scene.folder, 'elsewhere.key');
    writeFileSync(elsewhere, scene.text());
    const source = { ...scene.source, PALIMPSEST_MASTER_KEY_FILE: elsewhere };
    const ring = liveKeyring(() => readMasterKeys(source), silent);
    const other = announceKeyring(new MasterKeys(scene.redis), ring, silent);
    await expect.poll(async () => (await scene.masterKeys.holders()).length).toBe(2);
    const before = scene.text();
    const times = { ...scene.parts.times, patienceMs: 1500 };
    const refused = await rekey({ ...scene.parts, times });
    expect(refused).toMatchObject({ outcome: 'unknown-to', controls: [expect.stringContaining('process')] });
    expect(scene.text()).toBe(before);
    expect((await scene.opened()).secrets).toEqual(['sk-one', 'sk-two', 'sk-three']);

    // Laid beside the first by hand wherever a control reads, it is taken.
    const both = `${before}${randomBytes(32).toString('base64url')}=\n`;
    for (const file of [scene.file, elsewhere]) writeFileSync(file, both);
    expect(await rekey(scene.parts)).toMatchObject({ outcome: 'done' });
    expect((await scene.opened(ring)).secrets).toEqual(['sk-one', 'sk-two', 'sk-three']);
    await other.stop();
  });

  it('tells what to do where the master key is a variable, and goes on once there are two', async () => {
    const variable = (text: string) => ({ ...scene.source, PALIMPSEST_MASTER_KEY: new Secret(text) });
    const one = keyPlace(variable(scene.text().trim()));
    const refused = await rekey({ ...scene.parts, place: one });
    expect(refused).toMatchObject({ outcome: 'no-new-key' });
    expect(explainOutcome('rekey', one, refused)).toContain('PALIMPSEST_MASTER_KEY=<the one of now>,<the new one>');

    const added = `${randomBytes(32).toString('base64url')}=`;
    writeFileSync(scene.file, `${scene.text()}${added}\n`);
    const two = keyPlace(variable(scene.text().trim().replace('\n', ',')));
    const done = await rekey({ ...scene.parts, place: two });
    expect(done).toMatchObject({ outcome: 'done', oldKeyRemains: true });
    expect(explainOutcome('rekey', two, done)).toContain('take all keys but the last');
    expect((await scene.opened(keyringOf([Buffer.from(added, 'base64url')]))).secrets).toHaveLength(3);
    expect((await scene.opened(keyringOf([Buffer.from(added, 'base64url')]))).secrets).not.toContain(undefined);
  });

  it('does not touch a registry that was written under another master key', async () => {
    writeFileSync(scene.file, `${randomBytes(32).toString('base64url')}=\n`);
    const [before, stored] = [scene.text(), await envelopes()];
    expect(await rekey(scene.parts)).toEqual({ outcome: 'another-master-key' });
    expect(scene.text()).toBe(before);
    expect(await envelopes()).toEqual(stored);
  });

  it('names what did not open before, and wraps the rest', async () => {
    const [record] = await scene.registry.page('provider-keys', { limit: 1 });
    if (record === undefined) throw new Error('nothing is stored');
    const flipped = record.value.sealedSecret.replace(/\.(.)(?=[\w-]+\.)(?!.*\..*\.)/, (_, first) =>
      first === 'A' ? '.B' : '.A',
    );
    const value = { ...record.value, sealedSecret: flipped };
    await scene.registry.put('provider-keys', { id: record.id, from: record, value, claims: record.claims });
    expect(await rekey(scene.parts)).toMatchObject({ outcome: 'done', locked: [record.id] });
    expect((await scene.opened()).secrets).toEqual([undefined, 'sk-two', 'sk-three']);
  });
});
