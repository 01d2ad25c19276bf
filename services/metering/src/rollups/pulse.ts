import type { Outcome } from '@palimpsest/domain';

export const dayMs = 86_400_000;
/** The overview looks back in steps of five minutes. */
export const slotMs = 300_000;

export type PulseMetric =
  | Outcome
  | 'failovers'
  | 'tokens'
  | 'cost'
  | 'unpriced'
  | 'operator_cost'
  | 'operator_unpriced';

/** The UTC day of a moment, in days since 1970. */
export const dayOf = (atMs: number): number => Math.floor(atMs / dayMs);

/** One sum's field in the hash of its day: the five minutes in which the request was admitted, and the metric. */
export const pulseField = (atMs: number, metric: PulseMetric): string =>
  `${Math.floor((atMs % dayMs) / slotMs)} ${metric}`;

/** Reads a field that `pulseField` made. @param day the day of its hash. */
export function readPulseField(day: number, field: string): { readonly startMs: number; readonly metric: PulseMetric } {
  const [slot, metric] = field.split(' ');
  return { startMs: day * dayMs + Number(slot) * slotMs, metric: metric as PulseMetric };
}
