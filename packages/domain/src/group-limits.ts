import { type Limit, limitName } from './limit.ts';
import type { ProviderKey } from './provider-key.ts';

/**
 * The keys as their quota groups hold them: every key of a group has the group's limits, of each the tightest that any of its keys was given.
 * An enforced limit goes before one that only counts. Keys without a group stay as they are.
 */
export function withGroupLimits<Key extends Pick<ProviderKey, 'quotaGroup' | 'limits'>>(
  keys: readonly Key[],
): readonly Key[] {
  const groups = new Map<string, Map<string, Limit>>();
  for (const { quotaGroup, limits } of keys) {
    if (quotaGroup === undefined) continue;
    const tightest = groups.get(quotaGroup) ?? new Map<string, Limit>();
    groups.set(quotaGroup, tightest);
    for (const limit of limits) {
      const known = tightest.get(limitName(limit));
      if (known === undefined || isTighter(limit, known)) tightest.set(limitName(limit), limit);
    }
  }
  if (groups.size === 0) return keys;
  return keys.map((key) => {
    const shared = key.quotaGroup === undefined ? undefined : groups.get(key.quotaGroup);
    return shared === undefined ? key : { ...key, limits: [...shared.values()] };
  });
}

function isTighter(one: Limit, other: Limit): boolean {
  const [enforced, otherEnforced] = [one, other].map((limit) => limit.metric === 'concurrent' || limit.enforce);
  return enforced === otherEnforced ? Number(one.amount) < Number(other.amount) : enforced === true;
}
