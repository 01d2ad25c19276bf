import { GatewayError, type JsonObject, matchesGlob, type User } from '@palimpsest/domain';
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
  const providers = new Set(snapshot.tiers(name).flatMap((tier) => tier.map(({ key }) => key.provider)));
  return {
    id: name,
    object: 'model',
    created: 0,
    owned_by: providers.size === 1 ? ([...providers][0] ?? 'palimpsest') : 'palimpsest',
  };
}
