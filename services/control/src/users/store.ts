import type { Limit } from '@palimpsest/domain';
import { newUserId } from '@palimpsest/runtime';
import type { Stored } from '@palimpsest/state';
import { type Actor, auditEntry } from '../audit/audit-entry.ts';
import type { ControlRegistry, StoredGatewayKey, StoredUser } from '../registry-records.ts';
import { newGatewayKey } from './gateway-key.ts';
import { userConfigView } from './view.ts';

export type UserInput = {
  readonly name: string;
  readonly limits: readonly Limit[];
  /** `undefined`: all models. */
  readonly models: readonly string[] | undefined;
};

/** `undefined`: somebody wrote the user meanwhile. */
type Written<Value> = Promise<Value | undefined>;
/** With the text of a gateway key that nobody can show again. */
export type WithGatewayKey = {
  readonly user: StoredUser;
  readonly gatewayKey: StoredGatewayKey;
  readonly text: string;
};

export async function createUser(registry: ControlRegistry, actor: Actor, input: UserInput): Written<WithGatewayKey> {
  const now = Date.now();
  const { text, stored } = newGatewayKey(now);
  const user = { id: newUserId(), ...input, gatewayKeys: [stored], createdAtMs: now, updatedAtMs: now };
  const written = await put(registry, actor, 'user.create', undefined, user);
  return written && { user: written, gatewayKey: stored, text };
}

/** `undefined` members of the change leave what is; `models: null` allows all again. */
export function updateUser(
  registry: ControlRegistry,
  actor: Actor,
  from: Stored<StoredUser>,
  change: {
    readonly name?: string | undefined;
    readonly limits?: readonly Limit[] | undefined;
    readonly models?: readonly string[] | null | undefined;
  },
): Written<StoredUser> {
  return put(registry, actor, 'user.update', from, {
    ...from.value,
    name: change.name ?? from.value.name,
    limits: change.limits ?? from.value.limits,
    models: change.models === undefined ? from.value.models : (change.models ?? undefined),
    updatedAtMs: Date.now(),
  });
}

export async function addGatewayKey(
  registry: ControlRegistry,
  actor: Actor,
  from: Stored<StoredUser>,
): Written<WithGatewayKey> {
  const now = Date.now();
  const { text, stored } = newGatewayKey(now);
  const gatewayKeys = [...from.value.gatewayKeys, stored];
  const user = await put(registry, actor, 'gateway_key.create', from, { ...from.value, gatewayKeys, updatedAtMs: now });
  return user && { user, gatewayKey: stored, text };
}

export function revokeGatewayKey(
  registry: ControlRegistry,
  actor: Actor,
  from: Stored<StoredUser>,
  keyId: string,
): Written<StoredUser> {
  const gatewayKeys = from.value.gatewayKeys.filter(({ id }) => id !== keyId);
  const value = { ...from.value, gatewayKeys, updatedAtMs: Date.now() };
  return put(registry, actor, 'gateway_key.revoke', from, value);
}

/** `false`: somebody wrote the user meanwhile. */
export function deleteUser(registry: ControlRegistry, actor: Actor, from: Stored<StoredUser>): Promise<boolean> {
  const audit = { action: 'user.delete', target: from.id, before: userConfigView(from.value) };
  return registry.remove('users', from, auditEntry(actor, audit));
}

async function put(
  registry: ControlRegistry,
  actor: Actor,
  action: string,
  from: Stored<StoredUser> | undefined,
  value: StoredUser,
): Written<StoredUser> {
  const audit = auditEntry(actor, {
    action,
    target: value.id,
    before: from === undefined ? null : userConfigView(from.value),
    after: userConfigView(value),
  });
  const claims = value.gatewayKeys.map(({ sha256 }) => sha256);
  const result = await registry.put('users', { id: value.id, from, value, claims, audit });
  switch (result.outcome) {
    case 'written':
      return value;
    case 'conflict':
      return undefined;
    case 'taken':
      // Two equal draws of 256 random bits: the generator is broken, and no key of it may be given out.
      throw new Error('a new gateway key is already in use');
  }
}
