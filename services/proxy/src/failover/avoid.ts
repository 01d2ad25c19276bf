import { type Failure, type PoolMember, quotaTag, type ToldLimit } from '@palimpsest/domain';

/** What one request has learned to stay away from. Grows with each failure, lives as long as the request. */
export type Avoided = {
  readonly triedKeys: Set<string>;
  /** Quota tags whose account failed; `tag model` where one model of the account did. */
  readonly tags: Set<string>;
  /** Vendors not to be asked again at all: the address we call from is refused or limited there. */
  readonly vendors: Set<string>;
  /** `vendor model` pairs that do not exist there, as far as so many keys can tell. */
  readonly missing: Map<string, number>;
  /** Vendors, and `vendor model` pairs, to be asked only when nothing else is left: their trouble is not this key's. */
  readonly lastResort: Set<string>;
  /** Tokens: the request was too large for a key that allows so many (0: it did not say), so only keys known to allow more may follow. */
  largerThan: number | undefined;
};

export const nothingAvoided = (): Avoided => ({
  triedKeys: new Set(),
  tags: new Set(),
  vendors: new Set(),
  missing: new Map(),
  lastResort: new Set(),
  largerThan: undefined,
});

/** "Does not exist, or you have no access": two more keys are asked which of the two it is. */
const missingAfter = 3;

/**
 * Notes a failure of this member, and what its answer told of limits. A key is never tried twice in one request, whatever it met.
 */
export function avoid(avoided: Avoided, member: PoolMember, failure: Failure, told: readonly ToldLimit[] = []): void {
  const tag = quotaTag(member.key);
  const place = `${member.key.vendor} ${member.upstreamModel}`;
  avoided.triedKeys.add(member.key.id);
  if (failure.kind === 'model-denied' && failure.status === 404)
    avoided.missing.set(place, (avoided.missing.get(place) ?? 0) + 1);
  switch (failure.scope) {
    case 'account':
      avoided.tags.add(tag);
      break;
    case 'account-model':
      avoided.tags.add(`${tag} ${member.upstreamModel}`);
      break;
    case 'egress':
      // Our own name service or network may be there again in a moment; who refuses our address goes on refusing it.
      if (failure.kind === 'disconnected') avoided.lastResort.add(member.key.vendor);
      else avoided.vendors.add(member.key.vendor);
      break;
    case 'provider':
      avoided.lastResort.add(member.key.vendor);
      break;
    case 'provider-model':
      avoided.lastResort.add(place);
      break;
    case 'size':
      avoided.largerThan = Math.max(avoided.largerThan ?? 0, ...told.map(tokensAllowed));
      break;
    case 'key':
    case 'key-model':
    case 'request':
    case 'client':
      break;
  }
}

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
