import { encodeUsageEvent } from '@palimpsest/contracts';
import { GatewayError, type Limit, limitName, matchesGlob, nothingSpent, type PoolMember } from '@palimpsest/domain';
import { ableTiers } from '@palimpsest/providers';
import {
  concurrentLimit,
  type Spent,
  type UsageStream,
  UsageStreamFull,
  type UserQuota,
  type UserReservation,
  windowsOf,
} from '@palimpsest/state';
import { costOn } from '../accounting/cost.ts';
import type { TellOverdrawn } from '../accounting/overdrawn.ts';
import { askedBy, refusedEvent } from '../accounting/usage-event.ts';
import type { InboundRequest } from '../inbound.ts';
import type { RedisClock } from '../redis-clock.ts';
import { answerTokensOf } from '../selection/call-size.ts';
import { leaseMs } from '../selection/lease.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Admitted } from './admitted.ts';
import { type PrepareParts, prepare } from './prepare.ts';
import { pricedAlike, pricedTiers } from './priced.ts';

export type AdmissionParts = PrepareParts & {
  readonly quota: Pick<UserQuota, 'reserve' | 'settle'>;
  readonly usage: Pick<UsageStream, 'open'>;
  readonly clock: RedisClock;
  readonly overdrawn: TellOverdrawn;
};

/**
 * Whether this caller may make this call, now: model, conversation, price, quota. On success the user's quota is reserved and the request is
 * on record as open, so that it has its entry even if this proxy dies. Throws only where Redis is away, or has no room for its usage.
 */
export async function admit(
  parts: AdmissionParts,
  inbound: InboundRequest,
  snapshot: Snapshot,
): Promise<Admitted | GatewayError> {
  const { caller, body } = inbound;
  if (caller.user.models !== undefined && !caller.user.models.some((glob) => matchesGlob(glob, body.model)))
    return new GatewayError('model_not_allowed', `This user may not use the model '${body.model}'.`, {
      param: 'model',
    });
  const known = snapshot.tiers(body.model);
  if (known.every((tier) => tier.length === 0))
    return new GatewayError('model_not_found', `The model '${body.model}' does not exist here: no key serves it.`, {
      param: 'model',
    });

  const prepared = await prepare(parts, inbound, snapshot, known);
  if (prepared instanceof GatewayError) return prepared;
  const { ask, promptTokens, completionTokens } = prepared;
  const able = ableTiers(known, ask, promptTokens);
  if (able instanceof GatewayError) return able;

  const nowMs = parts.clock.now();
  const expected = (member: PoolMember): Spent => ({
    requests: 1,
    tokens: promptTokens + completionTokens,
    cost: Number(costOn(snapshot, member, body.model, { promptTokens, completionTokens }, nowMs)?.cost ?? 0n),
  });

  const holdsToCost = caller.user.limits.some((limit) => limit.metric === 'cost' && limit.enforce);
  const tiers = holdsToCost
    ? pricedTiers(able.tiers, (member) => snapshotPrice(snapshot, member, body.model, nowMs))
    : able.tiers;
  if (tiers.every((tier) => tier.length === 0))
    return new GatewayError(
      'model_not_priced',
      `The model '${body.model}' has no price, and this user has a cost limit: an operator must enter one.`,
      { param: 'model' },
    );

  // Where cost is limited, the dearest key it may reach is what is held until the true cost is known.
  const countsCost = caller.user.limits.some(({ metric }) => metric === 'cost');
  const dearest = countsCost ? Math.max(...tiers.flatMap(pricedAlike).map((member) => expected(member).cost)) : 0;
  const reservation = await reserve(parts, inbound, snapshot, {
    requests: 1,
    tokens: promptTokens + completionTokens,
    cost: dearest,
  });
  if (reservation instanceof GatewayError) return reservation;
  return {
    inbound,
    snapshot,
    ask,
    carried: prepared.carried,
    familiarVendors: prepared.familiarVendors,
    tiers,
    unable: able.unable,
    promptTokens,
    answerTokens: answerTokensOf(ask),
    count: prepared.count,
    expected,
    admittedAtMs: reservation.nowMs,
    remaining: reservation.remaining,
    hold: reservation.hold,
  };
}

const snapshotPrice = (snapshot: Snapshot, member: PoolMember, model: string, nowMs: number): boolean =>
  costOn(snapshot, member, model, { promptTokens: 0, completionTokens: 0 }, nowMs) !== undefined;

async function reserve(parts: AdmissionParts, inbound: InboundRequest, snapshot: Snapshot, most: Spent) {
  const { caller, envelope, body } = inbound;
  const { limits, id } = caller.user;
  const nowMs = parts.clock.now();
  const concurrent = concurrentLimit(limits);
  const windows = windowsOf(limits, body.model, nowMs, most);
  const abandoned = encodeUsageEvent({
    ...refusedEvent(askedBy(inbound), snapshot.version, nowMs),
    outcome: 'abandoned',
  });
  const [reply, opened] = await Promise.all([
    parts.quota.reserve({
      user: id,
      request: envelope.requestId,
      leaseMs,
      windows,
      ...(concurrent === undefined ? {} : { concurrent }),
    }),
    parts.usage.open({ request: envelope.requestId, leaseMs, record: abandoned }),
  ]);
  parts.clock.observe(reply.nowMs);
  if (reply.granted) parts.overdrawn({ of: 'user', id }, reply);
  if (opened.full) {
    if (reply.granted) await parts.quota.settle({ user: id, request: envelope.requestId, spent: nothingSpent });
    throw new UsageStreamFull();
  }
  return reply.granted ? reply : quotaError(limits, reply);
}

function quotaError(
  limits: readonly Limit[],
  { refusedBy, retryAtMs, nowMs, remaining }: Extract<UserReservation, { granted: false }>,
): GatewayError {
  const limit = limits.find((one) => limitName(one) === refusedBy);
  const retryAfterMs = Math.max(1000, (retryAtMs ?? nowMs) - nowMs);
  const which =
    limit === undefined
      ? refusedBy
      : limit.metric === 'concurrent'
        ? `${limit.amount} requests at once`
        : `${limit.amount} ${limit.metric === 'cost' ? 'USD' : limit.metric} per ${limit.period}`;
  return new GatewayError('user_quota_exceeded', `The quota of this user is used up: ${which}.`, {
    retryAfterMs,
    standing: { remaining, nowMs },
  });
}
