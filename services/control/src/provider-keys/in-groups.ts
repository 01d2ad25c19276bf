import { withGroupLimits } from '@palimpsest/domain';
import type { ControlRegistry, StoredKey } from '../registry-records.ts';

/** These keys with the limits of their quota groups, in the order given. All keys are read only where one of these has a group. */
export async function inGroups(registry: ControlRegistry, keys: readonly StoredKey[]): Promise<readonly StoredKey[]> {
  const groups = new Set(keys.flatMap(({ quotaGroup }) => quotaGroup ?? []));
  if (groups.size === 0) return keys;
  const given = new Set(keys.map(({ id }) => id));
  const siblings: StoredKey[] = [];
  for await (const { value } of registry.all('provider-keys'))
    if (value.quotaGroup !== undefined && groups.has(value.quotaGroup) && !given.has(value.id)) siblings.push(value);
  return withGroupLimits([...keys, ...siblings]).slice(0, keys.length);
}
