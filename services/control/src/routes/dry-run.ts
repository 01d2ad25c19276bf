import { limitName, matchesGlob, type PoolMember, type Spent, type Verdict } from '@palimpsest/domain';
import type { KeyStanding } from '@palimpsest/state';

/** Why a key would not be granted, and until when (Unix ms; `null`: not known). */
export type Refused = { readonly verdict: Verdict; readonly untilMs: number | null };

/**
 * Whether a reservation would be refused now, by a standing read a moment ago: what `lua/reserve-key.lua` decides, without reserving
 * anything. `expected`: what the request is to take.
 */
export function refusedBy(
  { key, upstreamModel }: PoolMember,
  standing: Pick<KeyStanding, 'probing' | 'remaining'>,
  expected: Spent,
): Refused | undefined {
  if (standing.probing) return { verdict: 'probing', untilMs: null };
  let longest: Refused | undefined;
  for (const limit of key.limits) {
    const left = standing.remaining.find((entry) => entry.limit === limitName(limit));
    if (left === undefined) continue;
    if (limit.metric === 'concurrent') {
      if (left.remaining < 1) longest ??= { verdict: 'concurrent', untilMs: null };
      continue;
    }
    const counts = limit.models === undefined || limit.models.some((glob) => matchesGlob(glob, upstreamModel));
    // A limit that was overdrawn stands here as one with nothing left, and refuses even what costs nothing.
    const needed = Math.max(1, expected[limit.metric]);
    if (counts && limit.enforce && left.remaining < needed && left.resetsAtMs > (longest?.untilMs ?? 0))
      longest = { verdict: 'limit', untilMs: left.resetsAtMs };
  }
  return longest;
}
