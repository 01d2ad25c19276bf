import type { UsageEvent } from '@palimpsest/domain';
import type { Increment, Sums } from '@palimpsest/state';
import { bookedModel } from '../rollups/booked-model.ts';
import { sumsOf } from '../rollups/booking.ts';

/** Sums that a former release kept under the name of a model that nobody serves: the field, the one of today, and how much at most. */
export type FormerNames = Map<string, { readonly now: string; readonly most: bigint }>;

/** Notes where a former release would have summed this event. @param sums what it adds today. */
export function noteFormer(former: FormerNames, event: UsageEvent, sums: readonly Increment[]): void {
  if (bookedModel(event) === event.model) return;
  for (const [place, [field, amount]] of sumsOf(event, event.model).entries()) {
    const now = sums[place]?.[0] ?? field;
    former.set(field, { now, most: (former.get(field)?.most ?? 0n) + BigInt(amount) });
  }
}

/** The sums as they would be kept today: what is too much under a former name, and missing under the one of today, as far as the log explains it. */
export function asKeptToday(kept: Sums, former: FormerNames, expected: ReadonlyMap<string, bigint>): Sums {
  if (former.size === 0) return kept;
  const today = new Map(kept);
  const beyond = (field: string): bigint => BigInt(today.get(field) ?? 0) - (expected.get(field) ?? 0n);
  for (const [field, { now, most }] of former) {
    const [moves = 0n] = [beyond(field), -beyond(now), most].sort((one, other) => (one < other ? -1 : 1));
    if (moves <= 0n) continue;
    today.set(field, (BigInt(today.get(field) ?? 0) - moves).toString());
    today.set(now, (BigInt(today.get(now) ?? 0) + moves).toString());
  }
  return today;
}
