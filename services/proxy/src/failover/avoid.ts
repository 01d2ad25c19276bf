import { type Failure, type PoolMember, quotaTag } from '@palimpsest/domain';

/** What one request has learned to stay away from. Grows with each failure, lives as long as the request. */
export type Avoided = {
  readonly triedKeys: Set<string>;
  /** Quota tags whose account failed; `tag model` where one model of the account did. */
  readonly tags: Set<string>;
  /** Vendors not to be asked again at all: the address we call from is refused or limited there. */
  readonly vendors: Set<string>;
  /** Vendors, and `vendor model` pairs, to be asked only when nothing else is left: their trouble is not this key's. */
  readonly lastResort: Set<string>;
};

export const nothingAvoided = (): Avoided => ({
  triedKeys: new Set(),
  tags: new Set(),
  vendors: new Set(),
  lastResort: new Set(),
});

/** Notes a failure of this member. A key is never tried twice in one request, whatever it met. */
export function avoid(avoided: Avoided, member: PoolMember, failure: Failure): void {
  const tag = quotaTag(member.key);
  avoided.triedKeys.add(member.key.id);
  switch (failure.scope) {
    case 'account':
      avoided.tags.add(tag);
      break;
    case 'account-model':
      avoided.tags.add(`${tag} ${member.upstreamModel}`);
      break;
    case 'egress':
      avoided.vendors.add(member.key.vendor);
      break;
    case 'provider':
      avoided.lastResort.add(member.key.vendor);
      break;
    case 'provider-model':
      avoided.lastResort.add(`${member.key.vendor} ${member.upstreamModel}`);
      break;
    case 'key':
    case 'key-model':
    case 'size':
    case 'request':
    case 'client':
      break;
  }
}

export const isAvoided = (avoided: Avoided, { key, upstreamModel }: PoolMember): boolean => {
  const tag = quotaTag(key);
  return (
    avoided.triedKeys.has(key.id) ||
    avoided.vendors.has(key.vendor) ||
    avoided.tags.has(tag) ||
    avoided.tags.has(`${tag} ${upstreamModel}`)
  );
};

export const isLastResort = (avoided: Avoided, { key, upstreamModel }: PoolMember): boolean =>
  avoided.lastResort.has(key.vendor) || avoided.lastResort.has(`${key.vendor} ${upstreamModel}`);
