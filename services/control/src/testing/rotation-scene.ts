import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@palimpsest/runtime';
import { MasterKeys } from '@palimpsest/state';
import { keyPlace } from '../rotation/key-place.ts';
import type { RotationOutcome, RotationParts } from '../rotation/rotation.ts';
import { announceKeyring } from '../vault/announce-keyring.ts';
import { ensureDataKey } from '../vault/ensure-data-key.ts';
import { type Keyring, keyringOf } from '../vault/keyring.ts';
import { liveKeyring } from '../vault/live-keyring.ts';
import { readMasterKeys } from '../vault/master-key.ts';
import { open } from '../vault/open.ts';
import { newKey } from './examples.ts';
import { startScene } from './scene.ts';

/** Times that do not keep a test waiting. */
export const shortTimes = { leaseMs: 1500, patienceMs: 10_000, settleMs: 20 };

const logger = createLogger({ service: 'control', level: 'silent' });

export type RotationScene = Awaited<ReturnType<typeof startRotationScene>>;

/** A running control whose master key lies in a file, with some provider keys and a data key stored. */
export async function startRotationScene(secrets: readonly string[] = ['sk-one', 'sk-two', 'sk-three']) {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-rotation-'));
  const file = join(folder, 'master.key');
  writeFileSync(file, `${randomBytes(32).toString('base64url')}=\n`, { mode: 0o600 });
  const source = {
    PALIMPSEST_DATA_DIR: folder,
    PALIMPSEST_MASTER_KEY: undefined,
    PALIMPSEST_MASTER_KEY_FILE: undefined,
  };
  const keyring = liveKeyring(() => readMasterKeys(source), logger);
  const scene = await startScene({ keyring });
  const masterKeys = new MasterKeys(scene.redis);
  const announcing = announceKeyring(masterKeys, keyring, logger);
  await ensureDataKey(scene.registry, keyring);
  for (const secret of secrets) await scene.call('POST', '/keys', newKey({ name: secret, secret }));
  const place = keyPlace(source);
  const parts: RotationParts = { registry: scene.registry, masterKeys, place, sessions: scene, times: shortTimes };

  return {
    ...scene,
    folder,
    file,
    source,
    parts,
    masterKeys,
    /** The key file as it is now. */
    text: () => readFileSync(file, 'utf8'),
    /** What every stored secret opens to with a ring: `undefined` where it does not. */
    opened: (ring: Keyring = keyringOf(readMasterKeys(source))) => openAll(scene.registry, ring),
    audited: async (action: string) =>
      (await scene.audit.page({ limit: 100 })).filter((entry) => entry.action === action),
    async stop() {
      await announcing.stop();
      await scene.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

async function openAll(
  registry: Awaited<ReturnType<typeof startScene>>['registry'],
  ring: Keyring,
): Promise<{ readonly secrets: readonly (string | undefined)[]; readonly dataKeys: readonly (string | undefined)[] }> {
  const [secrets, dataKeys]: (string | undefined)[][] = [[], []];
  for await (const { id, value } of registry.all('provider-keys')) {
    const result = open(ring, `provider-key|${id}`, value.sealedSecret);
    secrets?.push(result.opened ? result.secret.toString() : undefined);
  }
  for await (const { id, value } of registry.all('data-keys')) {
    const result = open(ring, `data-key|${id}`, value.sealedKey);
    dataKeys?.push(result.opened ? result.secret.toString('hex') : undefined);
  }
  return { secrets: secrets ?? [], dataKeys: dataKeys ?? [] };
}

/** Once more as long as the right to rotate is still that of one who was killed. */
export async function untilFree(rotate: () => Promise<RotationOutcome>): Promise<RotationOutcome> {
  for (;;) {
    const outcome = await rotate();
    if (outcome.outcome !== 'busy') return outcome;
  }
}
