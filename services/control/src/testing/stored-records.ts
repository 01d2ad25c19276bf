import { randomBytes } from 'node:crypto';
import { providerKeyId, userId } from '@palimpsest/domain';
import type { StoredOf } from '@palimpsest/state';
import { randomId } from '@palimpsest/testkit';
import type { ControlRecords, StoredDataKey, StoredKey, StoredUser } from '../registry-records.ts';
import type { Keyring } from '../vault/keyring.ts';
import { seal } from '../vault/seal.ts';

const times = { createdAtMs: 0, updatedAtMs: 0 };

/** A provider key as the registry has it, its secret sealed. */
export function storedKey(keyring: Keyring, secret: string): StoredKey {
  const id = providerKeyId(randomId('key'));
  return {
    id,
    name: 'example',
    provider: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    vendor: 'openai',
    models: [],
    quotaGroup: undefined,
    limits: [],
    timeouts: {},
    enabled: true,
    sealedSecret: seal(keyring, `provider-key|${id}`, Buffer.from(secret)),
    secretHint: null,
    listedModels: [],
    listedAtMs: null,
    ...times,
  };
}

/** A user as the registry has it. */
export const storedUser = (name = 'example'): StoredUser => ({
  id: userId(randomId('usr')),
  name,
  limits: [],
  models: undefined,
  gatewayKeys: [],
  ...times,
});

/** A data key as the registry has it, sealed. */
export const storedDataKey = (keyring: Keyring, id: string): StoredDataKey => ({
  id,
  sealedKey: seal(keyring, `data-key|${id}`, randomBytes(32)),
  createdAtMs: 0,
});

/** An entry as the registry tells it. */
export const entry = <Kind extends keyof ControlRecords>(
  kind: Kind,
  value: ControlRecords[Kind] & { readonly id?: string; readonly name?: string },
): StoredOf<ControlRecords> =>
  ({
    kind,
    record: { id: value.id ?? value.name ?? '', revision: 1, claims: [], value },
  }) as unknown as StoredOf<ControlRecords>;
