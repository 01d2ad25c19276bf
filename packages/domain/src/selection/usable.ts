import type { PoolMember, Standing, Verdict } from './candidate.ts';
import { type Paced, pacedUntil } from './pacing.ts';

/** What is known of a member, and how its provider would count the call. */
export type Known = {
  readonly standing: Standing | undefined;
  readonly vendorStoppedUntilMs: number | undefined;
  readonly paced: Paced;
};

/** Why a member is passed over, and until when (Unix ms); `null`: until somebody acts. */
export type PassedOver = { readonly verdict: Verdict; readonly untilMs: number | null };

/**
 * Why this member need not even be asked, by what is known of it now; `undefined`: ask Redis. What is the key's own goes before the trouble
 * of its vendor, whose end it has to wait for all the same.
 */
export function passedOver(member: PoolMember, known: Known, nowMs: number): PassedOver | undefined {
  const own = ownReason(member, known, nowMs);
  const stopMs = known.vendorStoppedUntilMs;
  if (stopMs === undefined) return own;
  if (own === undefined) return { verdict: 'vendor', untilMs: stopMs };
  return own.untilMs === null ? own : { ...own, untilMs: Math.max(own.untilMs, stopMs) };
}

function ownReason(member: PoolMember, { standing, paced }: Known, nowMs: number): PassedOver | undefined {
  if (!member.key.enabled) return { verdict: 'disabled', untilMs: null };
  if (member.key.secret === undefined) return { verdict: 'unreadable', untilMs: null };
  if (standing === undefined) return undefined;
  if (standing.state === 'suspended') return { verdict: 'suspended', untilMs: null };
  if (standing.state !== 'active' && (standing.untilMs ?? 0) > nowMs)
    return { verdict: standing.state, untilMs: standing.untilMs };
  const model = standing.models.get(member.upstreamModel);
  if (model !== undefined && (model.untilMs === null || model.untilMs > nowMs))
    return { verdict: 'model', untilMs: model.untilMs };
  const roomAtMs = pacedUntil(standing.learned, paced, standing.nowMs);
  return roomAtMs !== undefined && roomAtMs > nowMs ? { verdict: 'limit', untilMs: roomAtMs } : undefined;
}
