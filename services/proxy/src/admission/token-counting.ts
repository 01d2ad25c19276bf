import { followsTokens, type PoolMember, type User } from '@palimpsest/domain';
import { type CountTokens, estimateTokens } from './estimate.ts';

type Tiers = readonly (readonly PoolMember[])[];

export type TokenCounting = {
  /** How the tokens of a call by this user, to these keys, are to be counted. */
  readonly counterFor: (user: User, tiers: Tiers) => CountTokens | Promise<CountTokens>;
  /** Loads the tokenizer before the first call needs it. */
  readonly prepare: () => void;
};

/**
 * Counts exactly where a limit of tokens or cost depends on it, and estimates where none does: exact counting takes a tenth of a
 * millisecond for a kilobyte of text. The tokenizer is loaded once, and waited for where it is needed before that is done.
 */
export function createTokenCounting(load: () => Promise<CountTokens>): TokenCounting {
  let loading: Promise<CountTokens> | undefined;
  const known = new WeakMap<Tiers, boolean>();
  const areLimited = (tiers: Tiers): boolean => {
    const limited = known.get(tiers) ?? tiers.some((tier) => tier.some(({ key }) => key.limits.some(followsTokens)));
    known.set(tiers, limited);
    return limited;
  };
  const loaded = (): Promise<CountTokens> => {
    // What could not be read now is tried again by the next call.
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return {
    counterFor: (user, tiers) => (user.limits.some(followsTokens) || areLimited(tiers) ? loaded() : estimateTokens),
    prepare: () => void loaded().catch(() => undefined),
  };
}
