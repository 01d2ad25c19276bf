import { type MeteredAttempt, spentByAttempt } from '@palimpsest/domain';
import type { KeyPool, Use } from '@palimpsest/state';
import { type MarkOptions, type MarkPlan, markFor } from '../failover/cooldown.ts';
import { forgiveIfStopped, noteVendorTrouble, type VendorTroubleParts } from '../failover/note-vendor-trouble.ts';
import { type ShareParts, shareMark } from '../failover/share-mark.ts';
import { vendorRule } from '../failover/vendor-trouble.ts';
import { type Lease, nothingUsed } from '../selection/lease.ts';
import type { Standings } from '../selection/standings.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { AttemptResult } from '../upstream/attempt.ts';
import type { Call } from './call.ts';
import type { MeanUse } from './mean-use.ts';
import type { Noticing } from './noticing.ts';
import { roomAt } from './room-at.ts';

export type AttemptEndParts = VendorTroubleParts &
  ShareParts & {
    readonly pool: Pick<KeyPool, 'settle' | 'restore' | 'mark' | 'forgive' | 'learn'>;
    readonly standings: Pick<Standings, 'mark' | 'sharing' | 'belongs'>;
    readonly noticing: Noticing;
    readonly mean: MeanUse;
    /** Base of the cooldown that doubles, milliseconds. */
    readonly cooldownMs: number;
    readonly jitter: () => number;
    /** Unix ms by Redis's clock. */
    readonly now: () => number;
  };

type FailingCall = Pick<Call, 'choice' | 'unsure'> & {
  readonly admitted: { readonly snapshot: Pick<Snapshot, 'key'> };
};

/** Gives a key back after a failed attempt, with the mark that the failure leaves and what its answer told of limits. */
export async function failAttempt(
  parts: AttemptEndParts,
  { admitted: { snapshot }, choice, unsure }: FailingCall,
  lease: Lease,
  result: AttemptResult,
  attempt: MeteredAttempt,
): Promise<void> {
  const { failure } = result;
  if (failure === undefined) return;
  const { tag, attempt: id, member } = lease;
  const ref = { tag, key: member.key.id };
  const stop = await noteVendorTrouble(parts, snapshot, member, failure);
  // A time that the provider named for this key is kept all the same.
  const blameless = stop !== undefined && failure.retryAfterMs === null;
  const plan = blameless ? undefined : markFor(failure, markOptions(parts));
  // Only what is the key's own fault counts against it.
  const outcome = plan === undefined ? 'cancelled' : 'failure';
  await restoreLease(parts.pool, unsure, lease);
  // Marked first, so that no other attempt slips in between; all go out together.
  const [mark] = await Promise.all([
    plan &&
      parts.pool.mark({
        ...ref,
        ...markOf(plan, member.upstreamModel),
        refusal: vendorRule(failure)?.trouble === 'refused',
        reason: failure.reason,
      }),
    learn(parts, lease, result),
    parts.pool.settle({ ...ref, attempt: id, spent: useOf(attempt), outcome }),
  ]);
  if (plan !== undefined && mark !== undefined) {
    choice.marked(lease, { ...mark, onModel: plan.onModel });
    await shareMark(parts, snapshot, member, failure, plan, mark.untilMs);
    await forgiveIfStopped(parts, member, failure, mark.nowMs);
  } else if (stop !== undefined) choice.stopped(lease, stop);
}

/** Reserves an attempt again where its server lost it. Once that is done, or was not needed, it may be settled. */
export async function restoreLease(pool: Pick<KeyPool, 'restore'>, unsure: Set<Lease>, lease: Lease): Promise<void> {
  if (!unsure.has(lease)) return;
  await pool.restore({ tag: lease.tag, key: lease.member.key.id, hold: lease.hold });
  unsure.delete(lease);
}

const markOptions = ({ cooldownMs, jitter, now }: AttemptEndParts): MarkOptions => ({
  cooldownMs,
  jitter: jitter(),
  nowMs: now(),
});

const markOf = ({ state, inMs, onModel, again }: MarkPlan, model: string) => ({
  state,
  until: inMs === 'by-hand' ? ('by-hand' as const) : { inMs },
  again,
  ...(onModel ? { model } : {}),
});

/** Tokens read from a cache count against no limit on prompts where there is one (docs.anthropic.com, "Rate limits"). */
const useOf = (attempt: MeteredAttempt): Use => ({
  ...spentByAttempt(attempt),
  'input-tokens': attempt.usage.promptTokens - attempt.usage.cachedTokens,
  'output-tokens': attempt.usage.completionTokens,
});

/** Keeps what the answer told of limits and of the account, where it is news. Before the attempt is settled, in the same tick. */
function learn(
  { pool, noticing, standings }: AttemptEndParts,
  { tag, attempt, member, needs }: Lease,
  { told, failure }: AttemptResult,
): Promise<unknown> | undefined {
  const named = failure?.retryAfterMs ?? null;
  const limits = named === null ? told.limits : told.limits.map((limit) => roomAt(limit, named, needs));
  const news = noticing.noticed(tag, limits);
  if (told.account === undefined && news.length === 0) return undefined;
  return Promise.all([
    told.account === undefined ? undefined : standings.belongs(member, told.account),
    news.length === 0
      ? undefined
      : pool.learn({ tag, key: member.key.id, attempt, ageMs: performance.now() - told.atMs, told: news }),
  ]);
}

/** Settles the attempt that served: what it used takes the place of what it had reserved. */
export async function settleServed(
  parts: AttemptEndParts,
  served: MeteredAttempt | undefined,
  lease: Lease,
  result: AttemptResult,
): Promise<void> {
  const { tag, attempt, member } = lease;
  const spent = served === undefined ? nothingUsed : useOf(served);
  parts.mean.learn(spent);
  await Promise.all([
    learn(parts, lease, result),
    parts.pool.settle({ tag, key: member.key.id, attempt, spent, outcome: 'success' }),
  ]);
}
