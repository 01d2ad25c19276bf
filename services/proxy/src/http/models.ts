import { capabilityNames, GatewayError, type JsonObject, matchesGlob, type User } from '@palimpsest/domain';
import { type Target, targetsOf } from '@palimpsest/providers';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** The names that this user may ask for, in OpenAI's list shape. */
export function listModels(snapshot: Snapshot, user: User): JsonObject {
  const names = snapshot.modelNames.filter((name) => mayUse(user, name));
  return { object: 'list', data: names.map((name) => modelObject(snapshot, name)) };
}

/** One of them, or 404. */
export function getModel(snapshot: Snapshot, user: User, name: string): JsonObject | GatewayError {
  const served = snapshot.tiers(name).some((tier) => tier.length > 0);
  return served && mayUse(user, name)
    ? modelObject(snapshot, name)
    : new GatewayError('model_not_found', `The model '${name}' does not exist here.`, { param: 'model' });
}

const mayUse = (user: User, name: string): boolean =>
  user.models === undefined || user.models.some((glob) => matchesGlob(glob, name));

function modelObject(snapshot: Snapshot, name: string): JsonObject {
  const targets = snapshot.tiers(name).flatMap(targetsOf);
  const owners = new Set(targets.map(({ provider }) => provider.name));
  const lengths = targets.flatMap(({ capabilities }) => capabilities.contextLength ?? []);
  return {
    id: name,
    object: 'model',
    created: 0,
    owned_by: owners.size === 1 ? ([...owners][0] ?? 'palimpsest') : 'palimpsest',
    capabilities: Object.fromEntries(capabilityNames.map((capability) => [capability, ability(targets, capability)])),
    ...(lengths.length === 0 ? {} : { context_length: Math.max(...lengths) }),
  };
}

/** A request that needs it only goes where it can be served, so one target is enough; `null`: not known of any. */
function ability(targets: readonly Target[], capability: (typeof capabilityNames)[number]): boolean | null {
  const told = targets.map(({ capabilities }) => capabilities.can[capability]);
  if (told.includes(true)) return true;
  return told.every((can) => can === false) ? false : null;
}
