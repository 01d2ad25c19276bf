import { type ProviderName, upstreamModel } from '../provider-key.ts';
import type { Route } from '../route.ts';
import type { ServingKey } from '../snapshot.ts';
import type { PoolMember } from './candidate.ts';

/** A model under a name of which a tier's keys know it; of any provider where none is named. */
export type TierTarget = { readonly provider?: ProviderName; readonly model: string };

/**
 * Who may serve a public name, the most preferred tier first: the targets of its route in their order, else one tier of every key that has
 * the name. Disabled keys are among them, so that a refusal can count them. Empty: nobody knows the name.
 */
export const tiersOf = (
  keys: readonly ServingKey[],
  route: Route | undefined,
  model: string,
): readonly (readonly PoolMember[])[] =>
  routeTargets(route, model)
    .map((target) => membersOf(keys, target))
    .filter((tier) => tier.length > 0);

/** What each tier of a public name is to serve, in their order; tiers that nobody is in are among them. */
export const routeTargets = (route: Route | undefined, model: string): readonly TierTarget[] =>
  route === undefined ? [{ model }] : route.targets;

/** The keys that serve a target, in their order. */
export const membersOf = (keys: readonly ServingKey[], target: TierTarget): readonly PoolMember[] =>
  keys.flatMap((key) => memberOf(key, target) ?? []);

/** `undefined` where the key does not serve the target. */
export function memberOf(key: ServingKey, { provider, model }: TierTarget): PoolMember | undefined {
  if (provider !== undefined && key.provider !== provider) return undefined;
  const upstream = upstreamModel(key, model);
  return upstream === undefined ? undefined : { key, upstreamModel: upstream };
}
