import { type Limit, type PoolMember, providerKeyId, type ServingKey } from '@palimpsest/domain';
import type { KeyPool } from '@palimpsest/state';
import { randomId } from '@palimpsest/testkit';
import { createFreshness } from '../selection/freshness.ts';
import { refreshChanged } from '../selection/keep-fresh.ts';
import { createStandings } from '../selection/standings.ts';
import { perDay } from './per-day.ts';
import { poolMember } from './pool-member.ts';

/** A key that nobody has used yet. */
export function fresh(limits: readonly Limit[] = [perDay(1000)], quotaGroup?: string): PoolMember {
  const member = poolMember(providerKeyId(randomId('key')));
  return { ...member, key: { ...member.key, limits, quotaGroup } };
}

/** How the pool is asked for it. */
export const refOf = ({ key }: PoolMember) => ({
  tag: key.quotaGroup ? `group:${key.quotaGroup}` : key.id,
  key: key.id,
});

/** A proxy that has read these members just now. Nothing is read again for its age alone unless its clock is moved. */
export async function proxyOf(members: readonly PoolMember[], by: Pick<KeyPool, 'read' | 'glance' | 'belongs'>) {
  let aheadMs = 0;
  const freshness = createFreshness(
    () => performance.now() + aheadMs,
    () => 0,
  );
  const standings = createStandings(by, freshness);
  let read: ServingKey['id'][] = [];
  const watched = {
    due: (keys: readonly ServingKey[]) => standings.due(keys),
    refresh(keys: readonly ServingKey[]) {
      read.push(...keys.map(({ id }) => id));
      return standings.refresh(keys);
    },
  };
  /** Looks once at all keys, and gives those that were read. */
  const pass = async (now = members): Promise<ServingKey['id'][]> => {
    read = [];
    await refreshChanged(
      watched,
      now.map(({ key }) => key),
    );
    return read;
  };
  await pass();
  const passTime = (ms: number): void => {
    aheadMs += ms;
  };
  return { standings, pass, passTime };
}

/** The ids of their keys, in the same order. */
export const idsOf = (members: readonly PoolMember[]) => members.map(({ key }) => key.id);
