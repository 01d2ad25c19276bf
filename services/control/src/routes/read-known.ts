import { type Known, type PoolMember, quotaTag, type Standing, stoppedUntil } from '@palimpsest/domain';
import type { KeyPool, KeyStanding, VendorHealth } from '@palimpsest/state';

export type KnowingParts = {
  readonly pool: Pick<KeyPool, 'read'>;
  readonly health: Pick<VendorHealth, 'read'>;
};

/** How the members of a pool stand now, freshly read: what a proxy knows of them, and whether a probe is under way. */
export type KnownPool = {
  /** Unix ms by Redis's clock. */
  readonly nowMs: number;
  standingOf(member: PoolMember): (Standing & Pick<KeyStanding, 'probing'>) | undefined;
  of(member: PoolMember): Omit<Known, 'paced'>;
};

/** One round trip. */
export async function readKnown({ pool, health }: KnowingParts, members: readonly PoolMember[]): Promise<KnownPool> {
  const keys = [...new Map(members.map(({ key }) => [key.id, key])).values()];
  const vendors = [...new Set(keys.map(({ vendor }) => vendor))];
  const [standings, stops] = await Promise.all([
    pool.read(keys.map((key) => ({ tag: quotaTag(key), key: key.id, limits: key.limits }))),
    health.read(vendors),
  ]);
  const nowMs = standings[0]?.nowMs ?? Date.now();
  const byKey = new Map(
    standings.map((standing) => [
      standing.key,
      { ...standing, models: new Map(standing.models.map((mark) => [mark.model, mark])) },
    ]),
  );
  const stopsOf = new Map(vendors.map((vendor, index) => [vendor, stops[index] ?? []]));
  return {
    nowMs,
    standingOf: ({ key }) => byKey.get(key.id),
    of: ({ key, upstreamModel }) => ({
      standing: byKey.get(key.id),
      vendorStoppedUntilMs: stoppedUntil(stopsOf.get(key.vendor) ?? [], upstreamModel, nowMs),
    }),
  };
}
