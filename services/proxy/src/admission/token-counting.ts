import { followsTokens, type PoolMember, type User } from '@palimpsest/domain';
import { type CountTokens, estimateTokens } from './estimate.ts';
import { longestCounted } from './tokenizer.ts';

type Tiers = readonly (readonly PoolMember[])[];

export type TokenCounting = {
  /** How the tokens of a call by this user, to these keys, are to be counted. */
  readonly counterFor: (user: User, tiers: Tiers) => CountTokens | Promise<CountTokens>;
  /** Loads the tokenizer before the first call needs it. */
  readonly prepare: () => void;
};

/**
 * Characters of one call that are counted exactly. It takes a tenth of a millisecond and more for a thousand of them, and holds up everybody
 * else's calls.
 */
const mostCounted = 256 * 1024;

/** To find out whether a text is known takes as long as counting so many characters. */
const perText = 64;

/** The same count for the texts of one call, where what was counted stands for the rest of a call with very much text. */
export function countedFor(count: CountTokens): CountTokens {
  let [looked, characters, tokens] = [0, 0, 0];
  return (text) => {
    // By what came before, and never less than is estimated where nothing is counted.
    if (looked >= mostCounted)
      return Math.max(estimateTokens(text), Math.ceil((text.length * tokens) / Math.max(1, characters)));
    const counted = count(text);
    looked += perText + Math.min(text.length, longestCounted);
    characters += text.length;
    tokens += counted;
    return counted;
  };
}

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
    counterFor: (user, tiers) =>
      user.limits.some(followsTokens) || areLimited(tiers) ? loaded().then(countedFor) : estimateTokens,
    prepare: () => void loaded().catch(() => undefined),
  };
}
