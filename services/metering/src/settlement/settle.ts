import { type MeteredAttempt, spentByKeys, spentByUser, type UsageEvent } from '@palimpsest/domain';
import { eventRank, type KeyPool, type KeySettlement, type UserQuota } from '@palimpsest/state';

export type Counters = { readonly quota: Pick<UserQuota, 'settle'>; readonly pool: Pick<KeyPool, 'settle'> };

/**
 * Settles the counters of a request's user and keys from its event, for the proxy that died before it could. What was settled before
 * stays as it is. An `abandoned` event knows only of attempts that had failed: of the user it settles nothing, nobody saw what was spent,
 * the leases refund it, and the real event may still come.
 * A user is settled for the time being: a proxy that could not learn whether its event was taken tells its caller that the call failed,
 * and tells the same by a later event.
 */
export async function settle({ quota, pool }: Counters, event: UsageEvent, streamId: string): Promise<void> {
  const byKeys = spentByKeys(event);
  await Promise.all([
    event.outcome !== 'abandoned' &&
      quota.settle({
        user: event.userId,
        request: event.requestId,
        spent: spentByUser(event),
        rank: eventRank(streamId, false),
      }),
    ...event.chain.map((attempt, place) => {
      const settlement = byKeys[place];
      return settlement && pool.settle({ ...settlement, outcome: outcomeOf(attempt) });
    }),
  ]);
}

function outcomeOf(attempt: MeteredAttempt): KeySettlement['outcome'] {
  switch (attempt.class) {
    case 'success':
    case 'cancelled':
      return attempt.class;
    case 'transient':
    case 'exhausted':
    case 'rejected':
    case 'fatal':
      return 'failure';
  }
}
