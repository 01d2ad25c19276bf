import type { ProviderKey } from '@palimpsest/domain';
import { newProviderKeyId } from '@palimpsest/runtime';
import type { Stored } from '@palimpsest/state';
import { type Actor, auditEntry } from '../audit/audit-entry.ts';
import type { Fault } from '../checked.ts';
import type { ControlRegistry, StoredKey } from '../registry-records.ts';
import type { Keyring } from '../vault/keyring.ts';
import { seal } from '../vault/seal.ts';
import { sealAndPut } from '../vault/seal-and-put.ts';
import { openSecret } from './open-secret.ts';
import { changeKey, completeKey, type KeyChange, type KeyInput } from './rules.ts';
import { fingerprintOf, hintOf } from './secret.ts';
import { keyConfigView } from './view.ts';

export type KeyStore = { readonly registry: ControlRegistry; readonly keyring: Keyring };

/**
 * `duplicate`: another key has the same secret for the same address. `conflict`: somebody wrote the key meanwhile. `outdated`: secrets are
 * sealed under a master key that this control does not have.
 */
export type KeyWrite =
  | { readonly outcome: 'written'; readonly key: StoredKey }
  | { readonly outcome: 'faulty'; readonly faults: readonly Fault[] }
  | { readonly outcome: 'duplicate'; readonly holder: { readonly id: string; readonly name: string } }
  | { readonly outcome: 'conflict' | 'outdated' };

export async function createKey(store: KeyStore, actor: Actor, input: KeyInput, secret: string): Promise<KeyWrite> {
  const checked = completeKey(newProviderKeyId(), input);
  if ('faults' in checked) return { outcome: 'faulty', faults: checked.faults };
  return write(store, actor, 'key.create', undefined, checked.value, secret);
}

/** Applies a change, with a new secret where one is given. */
export async function updateKey(
  store: KeyStore,
  actor: Actor,
  from: Stored<StoredKey>,
  change: KeyChange,
  newSecret: string | undefined,
): Promise<KeyWrite> {
  const checked = changeKey(from.value, change);
  if ('faults' in checked) return { outcome: 'faulty', faults: checked.faults };
  if (newSecret !== undefined) return write(store, actor, 'key.update', from, checked.value, newSecret);
  if (checked.value.baseUrl === from.value.baseUrl)
    return put(
      store,
      actor,
      'key.update',
      from,
      () => ({ ...from.value, ...checked.value, updatedAtMs: Date.now() }),
      from.claims,
    );
  // The same secret for another address is another secret to recognise.
  const known = openSecret(store.keyring, from.value);
  if ('secret' in known) return write(store, actor, 'key.update', from, checked.value, known.secret);
  return { outcome: 'faulty', faults: [{ path: 'secret', message: `must be entered again: ${known.unreadable}` }] };
}

/** `false`: somebody wrote the key meanwhile. */
export function deleteKey(store: KeyStore, actor: Actor, from: Stored<StoredKey>): Promise<boolean> {
  const audit = { action: 'key.delete', target: from.id, before: keyConfigView(from.value) };
  return store.registry.remove('provider-keys', from, auditEntry(actor, audit));
}

async function write(
  store: KeyStore,
  actor: Actor,
  action: string,
  from: Stored<StoredKey> | undefined,
  key: ProviderKey,
  secret: string,
): Promise<KeyWrite> {
  const now = Date.now();
  const valueUnder = (ring: Keyring): StoredKey => ({
    ...key,
    sealedSecret: seal(ring, `provider-key|${key.id}`, Buffer.from(secret)),
    secretHint: hintOf(secret),
    listedModels: [],
    listedAtMs: null,
    createdAtMs: from?.value.createdAtMs ?? now,
    updatedAtMs: now,
  });
  return put(store, actor, action, from, valueUnder, [await fingerprintOf(key.baseUrl, secret)]);
}

async function put(
  { registry, keyring }: KeyStore,
  actor: Actor,
  action: string,
  from: Stored<StoredKey> | undefined,
  valueUnder: (ring: Keyring) => StoredKey,
  claims: readonly string[],
): Promise<KeyWrite> {
  let value = valueUnder(keyring);
  const audit = auditEntry(actor, {
    action,
    target: value.id,
    before: from === undefined ? null : keyConfigView(from.value),
    after: keyConfigView(value),
  });
  const result = await sealAndPut(keyring, (ring) => {
    value = valueUnder(ring);
    // What was only carried over is the rotation's to wrap anew: it starts from this very revision then.
    const isFresh = value.sealedSecret !== from?.value.sealedSecret;
    return registry.putSealed(
      'provider-keys',
      { id: value.id, from, value, claims, audit },
      isFresh ? ring.newest : '',
    );
  });
  switch (result.outcome) {
    case 'written':
      return { outcome: 'written', key: value };
    case 'conflict':
    case 'outdated':
      return { outcome: result.outcome };
    case 'taken': {
      const holder = await registry.get('provider-keys', result.holder);
      return { outcome: 'duplicate', holder: { id: result.holder, name: holder?.value.name ?? 'deleted meanwhile' } };
    }
  }
}
