import { type Failure, type PoolMember, type ProviderKeyId, quotaTag, type ToldLimit } from '@palimpsest/domain';

/** What one request has learned to stay away from. Each failure adds to it. */
export type Avoided = {
  readonly triedKeys: ReadonlySet<string>;
  /** Quota tags whose account failed; `tag model` where one model of the account did. */
  readonly tags: ReadonlySet<string>;
  /** Vendors not to be asked again at all: the address we call from is refused or limited there. */
  readonly vendors: ReadonlySet<string>;
  /** `vendor model` pairs that do not exist there, as far as so many keys can tell. */
  readonly missing: ReadonlyMap<string, number>;
  /** Vendors, and `vendor model` pairs, to be asked only when nothing else is left: their trouble is not this key's. */
  readonly lastResort: ReadonlySet<string>;
  /** Tokens: the request was too large for a key that allows so many (0: it did not say), so only keys known to allow more may follow. */
  readonly largerThan: number | undefined;
};

/** With what every request begins, and nearly all of them end. */
export const nothingAvoided: Avoided = {
  triedKeys: new Set(),
  tags: new Set(),
  vendors: new Set(),
  missing: new Map(),
  lastResort: new Set(),
  largerThan: undefined,
};

/** "Does not exist, or you have no access": two more keys are asked which of the two it is. */
const missingAfter = 3;

/**
 * With a failure of this member, and what its answer told of limits. A key is never tried twice in one request, whatever it met.
 */
export function avoid(
  before: Avoided,
  member: PoolMember,
  failure: Failure,
  told: () => readonly ToldLimit[] = () => [],
): Avoided {
  const { key, upstreamModel } = member;
  const tag = quotaTag(key);
  const place = `${key.vendor} ${upstreamModel}`;
  const isMissing = failure.kind === 'model-denied' && failure.status === 404;
  const avoided: Avoided = {
    ...before,
    triedKeys: withOne(before.triedKeys, key.id),
    missing: isMissing ? new Map(before.missing).set(place, (before.missing.get(place) ?? 0) + 1) : before.missing,
  };
  switch (failure.scope) {
    case 'account':
      return { ...avoided, tags: withOne(before.tags, tag) };
    case 'account-model':
      return { ...avoided, tags: withOne(before.tags, `${tag} ${upstreamModel}`) };
    case 'egress':
      // Our own name service or network may be there again in a moment; who refuses our address goes on refusing it.
      return failure.kind === 'disconnected'
        ? { ...avoided, lastResort: withOne(before.lastResort, key.vendor) }
        : { ...avoided, vendors: withOne(before.vendors, key.vendor) };
    case 'provider':
      return { ...avoided, lastResort: withOne(before.lastResort, key.vendor) };
    case 'provider-model':
      return { ...avoided, lastResort: withOne(before.lastResort, place) };
    case 'size':
      return { ...avoided, largerThan: Math.max(before.largerThan ?? 0, ...told().map(tokensAllowed)) };
    case 'key':
    case 'key-model':
    case 'request':
    case 'client':
      return avoided;
  }
}

/** The same, where this key may be tried once more. */
export const onceMore = (avoided: Avoided, key: ProviderKeyId): Avoided => ({
  ...avoided,
  triedKeys: new Set([...avoided.triedKeys].filter((tried) => tried !== key)),
});

const withOne = (words: ReadonlySet<string>, word: string): ReadonlySet<string> => new Set(words).add(word);

/** What a told limit allows one request, tokens; 0 where it is of something else. */
const tokensAllowed = ({ metric, limit }: ToldLimit): number =>
  metric === 'tokens' || metric === 'input-tokens' ? (limit ?? 0) : 0;

export const isAvoided = (avoided: Avoided, { key, upstreamModel }: PoolMember): boolean => {
  // A first attempt avoids nothing, and asks this of every member.
  if (isEmpty(avoided)) return false;
  const tag = quotaTag(key);
  return (
    avoided.triedKeys.has(key.id) ||
    avoided.vendors.has(key.vendor) ||
    avoided.tags.has(tag) ||
    avoided.tags.has(`${tag} ${upstreamModel}`) ||
    (avoided.missing.get(`${key.vendor} ${upstreamModel}`) ?? 0) >= missingAfter
  );
};

const isEmpty = ({ triedKeys, tags, vendors, missing }: Avoided): boolean =>
  triedKeys.size + tags.size + vendors.size + missing.size === 0;

export const isLastResort = (avoided: Avoided, { key, upstreamModel }: PoolMember): boolean =>
  avoided.lastResort.size > 0 &&
  (avoided.lastResort.has(key.vendor) || avoided.lastResort.has(`${key.vendor} ${upstreamModel}`));
