import { upstreamModel } from '../provider-key.ts';
import type { Route } from '../route.ts';
import type { ServingKey } from '../snapshot.ts';
import type { PoolMember } from './candidate.ts';

/**
 * Who may serve a public name, the most preferred tier first: the targets of its route in their order, else one tier of every key that has
 * the name. Disabled keys are among them, so that a refusal can count them. Empty: nobody knows the name.
 */
export function tiersOf(
  keys: readonly ServingKey[],
  route: Route | undefined,
  model: string,
): readonly (readonly PoolMember[])[] {
  const tiers =
    route === undefined
      ? [membersOf(keys, model)]
      : route.targets.map((target) =>
          membersOf(
            keys.filter((key) => key.provider === target.provider),
            target.model,
          ),
        );
  return tiers.filter((tier) => tier.length > 0);
}

const membersOf = (keys: readonly ServingKey[], model: string): PoolMember[] =>
  keys.flatMap((key) => {
    const upstream = upstreamModel(key, model);
    return upstream === undefined ? [] : [{ key, upstreamModel: upstream }];
  });
