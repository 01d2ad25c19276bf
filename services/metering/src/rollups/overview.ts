import type { Overview } from '@palimpsest/contracts';
import type { Sums } from '@palimpsest/state';
import { type PulseMetric, readPulseField, slotMs } from './pulse.ts';

export type PulseFigures = Omit<Overview, 'activeSessions' | 'streamLag'>;

/** The figures from a moment (Unix ms) on, to the five minutes in which it lies. */
export function pulseFigures(
  pulses: readonly { readonly day: number; readonly sums: Sums }[],
  fromMs: number,
): PulseFigures {
  const totals = new Map<PulseMetric, bigint>();
  for (const { day, sums } of pulses)
    for (const [field, sum] of sums) {
      const { startMs, metric } = readPulseField(day, field);
      if (startMs + slotMs > fromMs) totals.set(metric, (totals.get(metric) ?? 0n) + BigInt(sum));
    }
  const money = (metric: PulseMetric): bigint => totals.get(metric) ?? 0n;
  const count = (metric: PulseMetric): number => Number(money(metric));
  const outcomes = {
    succeeded: count('success'),
    failed: count('failed'),
    cancelled: count('cancelled'),
    rejected: count('rejected'),
    abandoned: count('abandoned'),
  };
  return {
    requests: Object.values(outcomes).reduce((sum, requests) => sum + requests, 0),
    ...outcomes,
    failovers: count('failovers'),
    totalTokens: count('tokens'),
    cost: money('cost'),
    unpricedRequests: count('unpriced'),
    operatorCost: money('operator_cost'),
    unpricedAttempts: count('operator_unpriced'),
  };
}
