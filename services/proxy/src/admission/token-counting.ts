import type { Limit, PoolMember, User } from '@palimpsest/domain';
import { type CountTokens, estimateTokens } from './estimate.ts';

type Tiers = readonly (readonly PoolMember[])[];

/** How the tokens of a call by this user, to these keys, are to be counted. */
export type TokenCounting = (user: User, tiers: Tiers) => CountTokens | Promise<CountTokens>;

/**
 * Counts exactly where a limit of tokens or cost depends on it, and estimates where none does: exact counting takes a tenth of a
 * millisecond for a kilobyte of text. The tokenizer is loaded when it is first needed, and waited for.
 */
export function createTokenCounting(load: () => Promise<CountTokens>): TokenCounting {
  let loading: Promise<CountTokens> | undefined;
  const known = new WeakMap<Tiers, boolean>();
  const areLimited = (tiers: Tiers): boolean => {
    const limited = known.get(tiers) ?? tiers.some((tier) => tier.some(({ key }) => key.limits.some(dependsOnTokens)));
    known.set(tiers, limited);
    return limited;
  };
  return (user, tiers) => {
    if (!user.limits.some(dependsOnTokens) && !areLimited(tiers)) return estimateTokens;
    loading ??= load();
    return loading;
  };
}

const dependsOnTokens = ({ metric }: Limit): boolean => metric === 'tokens' || metric === 'cost';
