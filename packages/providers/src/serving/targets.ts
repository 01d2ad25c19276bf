import type { Capabilities, PoolMember } from '@palimpsest/domain';
import type { Provider } from '../provider.ts';
import { providers } from '../providers.ts';
import { hostOf } from './host-of.ts';

/** One model at one address, which any number of keys may lead to. */
export type Target = {
  readonly provider: Provider;
  readonly model: string;
  readonly host: string;
  readonly capabilities: Capabilities;
  readonly members: ReadonlySet<PoolMember>;
};

type Tier = readonly PoolMember[];

/** Tiers stay the same objects as long as the configuration does, and so does what is known of them. */
const known = new WeakMap<Tier, readonly Target[]>();

/** What a tier leads to. */
export function targetsOf(tier: Tier): readonly Target[] {
  let targets = known.get(tier);
  if (targets === undefined) {
    const groups = Map.groupBy(
      tier,
      ({ key, upstreamModel }) => `${key.provider} ${hostOf(key.baseUrl)} ${upstreamModel}`,
    );
    targets = [...groups.values()].map(targetOf);
    known.set(tier, targets);
  }
  return targets;
}

function targetOf(members: readonly PoolMember[]): Target {
  const [{ key, upstreamModel }] = members as readonly [PoolMember];
  const provider = providers[key.provider];
  const host = hostOf(key.baseUrl);
  const capabilities = provider.capabilities(upstreamModel, host);
  return { provider, model: upstreamModel, host, capabilities, members: new Set(members) };
}
