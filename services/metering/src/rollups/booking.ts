import { isCharged, noUsage, type UsageEvent } from '@palimpsest/domain';
import { type Booking, encodeRow, type Increment, type IndexRow } from '@palimpsest/state';
import { bookedModel } from './booked-model.ts';
import { type Cell, cellField, increment } from './cell.ts';
import { operatorShares, operatorUnpriced } from './operator-shares.ts';
import { dayOf, pulseField } from './pulse.ts';

/**
 * All that one usage event adds to the books. Every event is one request, whatever came of it; tokens and cost are the user's, so they are
 * there only for what the user pays for; what failed attempts spent is the operator's, under the keys that spent it.
 */
export function bookingOf(event: UsageEvent): Booking {
  return {
    row: encodeRow(rowOf(event)),
    atMs: event.atMs,
    day: dayOf(event.atMs),
    sums: sumsOf(event),
    pulse: pulseOf(event),
  };
}

function rowOf(event: UsageEvent): IndexRow {
  const served = event.served === undefined ? [] : [{ key: event.served.keyId, provider: event.served.provider }];
  const tried = [...event.chain, ...served];
  return {
    request: event.requestId,
    user: event.userId,
    model: event.model,
    outcome: event.outcome,
    session: event.session,
    keys: [...new Set(tried.map(({ key }) => key))],
    providers: [...new Set(tried.map(({ provider }) => provider))],
  };
}

/** What an event adds to the sums of its day, under a model. */
export function sumsOf(event: UsageEvent, model = bookedModel(event)): Increment[] {
  const { usage, cost } = charged(event);
  const whose = { user: event.userId, model };
  const cell: Cell = { ...whose, key: event.served?.keyId ?? '', provider: event.served?.provider ?? '' };
  return [
    ...increment(cellField('requests', cell), 1),
    ...increment(cellField('prompt', cell), usage.promptTokens),
    ...increment(cellField('cached', cell), usage.cachedTokens),
    ...increment(cellField('completion', cell), usage.completionTokens),
    ...increment(cellField('unpriced', cell), isUserUnpriced(event) ? 1 : 0),
    ...increment(cellField('cost', cell), cost),
    ...operatorShares(event).flatMap(({ key, provider, cost: share }) =>
      increment(cellField('operator_cost', { ...whose, key, provider }), share),
    ),
    ...operatorUnpriced(event).flatMap(({ key, provider }) =>
      increment(cellField('operator_unpriced', { ...whose, key, provider }), 1),
    ),
  ];
}

function pulseOf(event: UsageEvent): Increment[] {
  const { usage, cost } = charged(event);
  const { atMs } = event;
  return [
    ...increment(pulseField(atMs, event.outcome), 1),
    ...increment(pulseField(atMs, 'failovers'), event.chain.length > 1 ? 1 : 0),
    ...increment(pulseField(atMs, 'tokens'), usage.totalTokens),
    ...increment(pulseField(atMs, 'cost'), cost),
    ...increment(pulseField(atMs, 'unpriced'), isUserUnpriced(event) ? 1 : 0),
    ...increment(pulseField(atMs, 'operator_cost'), event.operatorCost ?? 0n),
    ...increment(pulseField(atMs, 'operator_unpriced'), operatorUnpriced(event).length),
  ];
}

const charged = (event: UsageEvent) =>
  isCharged(event) ? { usage: event.usage, cost: event.cost ?? 0n } : { usage: noUsage, cost: 0n };

/** Whether tokens that the user pays for are in no cost. */
export const isUserUnpriced = (event: UsageEvent): boolean =>
  isCharged(event) && event.usage.totalTokens > 0 && event.cost === undefined;
