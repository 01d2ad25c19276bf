import {
  type Failure,
  type MeteredAttempt,
  quotaTag,
  type ServingKey,
  spentByAttempt,
  type Use,
} from '@palimpsest/domain';
import type { KeyPool, VendorStop } from '@palimpsest/state';
import { type MarkOptions, type MarkPlan, markFor } from '../failover/cooldown.ts';
import { forgiveIfStopped, noteVendorTrouble, type VendorTroubleParts } from '../failover/note-vendor-trouble.ts';
import { groupOf, type ShareParts, shareMark, sharersOf } from '../failover/share-mark.ts';
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
    /** Resolves when what this turn of the event loop asks of Redis is answered, and what was made of that is on its way. */
    readonly turnAnswered: () => Promise<void>;
  };

type FailingCall = Pick<Call, 'choice' | 'unsure'> & {
  readonly admitted: { readonly snapshot: Pick<Snapshot, 'key' | 'keys'> };
};

/**
 * Gives a key back after a failed attempt, with the mark that the failure leaves and what its answer told of limits. The choice of the next
 * key is told at once and waits for what it depends on. All else goes on beside the next attempt, and goes out behind its request.
 */
export async function failAttempt(
  parts: AttemptEndParts,
  { admitted: { snapshot }, choice, unsure }: FailingCall,
  lease: Lease,
  result: AttemptResult,
  attempt: MeteredAttempt,
): Promise<void> {
  const { failure } = result;
  if (failure === undefined) return;
  const begun = parts.turnAnswered();
  const sharers = sharersOf(parts, snapshot, lease.member, failure);
  const group = groupOf(snapshot, lease.member, failure);
  const noted = noteVendorTrouble(parts, snapshot, lease.member, failure);
  // A time that the provider named for this key is kept, whoever else is in trouble: its mark waits for nothing.
  const blamed = failure.retryAfterMs === null ? noted.then((stop) => stop === undefined) : Promise.resolve(true);
  const learned = begun.then(() => learn(parts, lease, result));
  const planned = Promise.all([blamed, begun]).then(([isBlamed]) =>
    isBlamed ? markFor(failure, markOptions(parts)) : undefined,
  );
  // Marked first, so that no other attempt slips in between.
  const marked = planned.then((plan) => mark(parts, choice, lease, failure, { plan, noted, sharers, group }));
  const settled = planned.then((plan) =>
    // Only what is the key's own fault counts against it.
    settleFailed(parts.pool, unsure, lease, spentByAttempt(attempt), plan === undefined ? 'cancelled' : 'failure'),
  );
  const before = sharers.map((key) => [quotaTag(key), marked] as const);
  const own = group.length === 0 ? settled : Promise.all([settled, marked]);
  // It may be that nobody waits for it.
  own.catch(() => undefined);
  choice.failed({ judged: noted, before: new Map<string, Promise<unknown>>([...before, [lease.tag, own]]) });
  await Promise.all([learned, noted, marked, settled]);
}

type Marking = {
  readonly plan: MarkPlan | undefined;
  readonly noted: Promise<VendorStop | undefined>;
  readonly sharers: readonly ServingKey[];
  readonly group: readonly ServingKey[];
};

/** Marks the key of a failed attempt, where one is planned, and those that share its account. */
async function mark(
  parts: AttemptEndParts,
  choice: FailingCall['choice'],
  lease: Lease,
  failure: Failure,
  { plan, noted, sharers, group }: Marking,
): Promise<void> {
  const { tag, member } = lease;
  if (plan === undefined) {
    const stop = await noted;
    if (stop !== undefined) choice.stopped(lease, stop);
    return;
  }
  const inForce = await parts.pool.mark({
    tag,
    key: member.key.id,
    ...markOf(plan, member.upstreamModel),
    refusal: vendorRule(failure)?.trouble === 'refused',
    reason: failure.reason,
  });
  choice.marked(lease, { ...inForce, onModel: plan.onModel });
  const others = plan.onModel ? [...sharers, ...group] : sharers;
  await shareMark(parts, others, member, failure.reason, plan, inForce.untilMs);
  await noted;
  await forgiveIfStopped(parts, member, failure, inForce.nowMs);
}

async function settleFailed(
  pool: AttemptEndParts['pool'],
  unsure: Set<Lease>,
  lease: Lease,
  spent: Use,
  outcome: 'failure' | 'cancelled',
): Promise<void> {
  await restoreLease(pool, unsure, lease);
  await pool.settle({ tag: lease.tag, key: lease.member.key.id, attempt: lease.attempt, spent, outcome });
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

/** Keeps what the answer told of limits and of the account, where it is news. To be sent before the attempt is settled. */
function learn(
  { pool, noticing, standings }: AttemptEndParts,
  { tag, attempt, member, needs }: Lease,
  { told: read, failure }: AttemptResult,
): Promise<unknown> | undefined {
  const told = read();
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
  const spent = served === undefined ? nothingUsed : spentByAttempt(served);
  parts.mean.learn(spent);
  await Promise.all([
    learn(parts, lease, result),
    parts.pool.settle({ tag, key: member.key.id, attempt, spent, outcome: 'success' }),
  ]);
}
