import type { PoolMember, Standing, Verdict } from './candidate.ts';
import { type Paced, pacedUntil } from './pacing.ts';

/** What is known of a member, and how its provider would count the call. */
export type Known = {
  readonly standing: Standing | undefined;
  readonly vendorStoppedUntilMs: number | undefined;
  readonly paced: Paced;
};

/** Why this member need not even be asked, by what is known of it now; `undefined`: ask Redis. */
export function passedOver(
  member: PoolMember,
  known: Known,
  nowMs: number,
): { readonly verdict: Verdict; readonly untilMs: number | null } | undefined {
  if (!member.key.enabled) return { verdict: 'disabled', untilMs: null };
  if (member.key.secret === undefined) return { verdict: 'unreadable', untilMs: null };
  if (known.vendorStoppedUntilMs !== undefined) return { verdict: 'vendor', untilMs: known.vendorStoppedUntilMs };
  const { standing } = known;
  if (standing === undefined) return undefined;
  if (standing.state === 'suspended') return { verdict: 'suspended', untilMs: null };
  if (standing.state !== 'active' && (standing.untilMs ?? 0) > nowMs)
    return { verdict: standing.state, untilMs: standing.untilMs };
  const model = standing.models.get(member.upstreamModel);
  if (model !== undefined && (model.untilMs === null || model.untilMs > nowMs))
    return { verdict: 'model', untilMs: model.untilMs };
  const roomAtMs = pacedUntil(standing.learned, known.paced, standing.nowMs);
  return roomAtMs !== undefined && roomAtMs > nowMs ? { verdict: 'limit', untilMs: roomAtMs } : undefined;
}
