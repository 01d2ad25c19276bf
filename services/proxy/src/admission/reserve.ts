import { encodeUsageEvent } from '@palimpsest/contracts';
import { GatewayError, type Limit, limitName, nothingSpent } from '@palimpsest/domain';
import {
  concurrentLimit,
  type UsageStream,
  UsageStreamFull,
  type UserQuota,
  type UserReservation,
} from '@palimpsest/state';
import type { TellOverdrawn } from '../accounting/overdrawn.ts';
import { askedBy, refusedEvent } from '../accounting/usage-event.ts';
import type { RedisClock } from '../redis-clock.ts';
import { leaseMs } from '../selection/lease.ts';
import type { Admitted, Examined } from './admitted.ts';
import { type AmpleUsers, isAmple } from './ample.ts';
import { limitWords } from './limit-words.ts';
import { tightestRequestLimit } from './request-limit.ts';

export type ReservationParts = {
  readonly quota: Pick<UserQuota, 'reserve' | 'settle'>;
  readonly usage: Pick<UsageStream, 'open'>;
  readonly clock: RedisClock;
  readonly overdrawn: TellOverdrawn;
  readonly ampleUsers: AmpleUsers;
};

/**
 * Reserves the user's quota and puts the request on record as open, so that it has its entry even if this proxy dies. Throws only where
 * Redis is away, or has no room for its usage.
 */
export async function reserve(
  { quota, usage, clock, overdrawn, ampleUsers }: ReservationParts,
  examined: Examined,
): Promise<Admitted | GatewayError> {
  const { inbound, snapshot, windows, reserve: takes } = examined;
  const { limits, id } = inbound.caller.user;
  const request = inbound.envelope.requestId;
  const concurrent = concurrentLimit(limits);
  const record = encodeUsageEvent({
    ...refusedEvent(askedBy(inbound), snapshot.version, clock.now()),
    outcome: 'abandoned',
  });
  const [reply, opened] = await Promise.all([
    quota.reserve({
      user: id,
      request,
      leaseMs,
      windows,
      reserve: takes,
      ...(concurrent === undefined ? {} : { concurrent }),
    }),
    usage.open({ request, leaseMs, record }),
  ]);
  clock.observe(reply.nowMs);
  const ample = reply.granted && isAmple(windows, takes, reply.remaining);
  ampleUsers.note(id, ample);
  if (opened.full) {
    if (reply.granted) await quota.settle({ user: id, request, spent: nothingSpent });
    throw new UsageStreamFull();
  }
  if (!reply.granted) return quotaError(limits, reply);
  overdrawn({ of: 'user', id }, reply);
  const { ask, carried, promptTokens, count } = examined;
  return {
    inbound,
    snapshot,
    ask,
    carried,
    promptTokens,
    count,
    admittedAtMs: reply.nowMs,
    requestLimit: tightestRequestLimit(limits, reply),
    hold: reply.hold,
    isAmple: ample,
  };
}

function quotaError(
  limits: readonly Limit[],
  { refusedBy, retryAtMs, nowMs, remaining }: Extract<UserReservation, { granted: false }>,
): GatewayError {
  const limit = limits.find((one) => limitName(one) === refusedBy);
  const retryAfterMs = Math.max(1000, (retryAtMs ?? nowMs) - nowMs);
  const which = limit === undefined ? refusedBy : limitWords(limit);
  return new GatewayError('user_quota_exceeded', `The quota of this user is used up: ${which}.`, {
    retryAfterMs,
    standing: { remaining, nowMs },
  });
}
