import { Counter, Gauge, type Registry } from 'prom-client';

export type MeteringMetrics = ReturnType<typeof createMeteringMetrics>;

/** What metering shows of itself. Labels take their values from closed sets. */
export function createMeteringMetrics(registry: Registry) {
  const registers = [registry];
  return {
    events: new Counter({
      name: 'palimpsest_metering_events_total',
      help: 'Usage events consumed: applied, replaced an assumed or earlier one, or known before.',
      labelNames: ['result'] as const,
      registers,
    }),
    requests: new Counter({
      name: 'palimpsest_metering_requests_total',
      help: 'Requests entered in the books, each once, by the outcome that it was entered with: a later event that replaces one is counted as an event alone.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    poisoned: new Counter({
      name: 'palimpsest_metering_events_poisoned_total',
      help: 'Entries of the usage stream that could not be read and were set aside.',
      registers,
    }),
    unpriced: new Counter({
      name: 'palimpsest_metering_events_unpriced_total',
      help: 'Usage events with tokens, of the answer or of a failed attempt, of a model that has no price.',
      registers,
    }),
    alerts: new Counter({
      name: 'palimpsest_metering_alerts_total',
      help: 'Alerts raised or ended by this replica; full: not raised because too many are open.',
      labelNames: ['kind', 'change'] as const,
      registers,
    }),
    abandoned: new Counter({
      name: 'palimpsest_metering_requests_abandoned_total',
      help: 'Requests whose proxy died before it could say what became of them.',
      registers,
    }),
    failures: new Counter({
      name: 'palimpsest_metering_failures_total',
      help: 'Turns of a loop that failed and are repeated.',
      labelNames: ['loop'] as const,
      registers,
    }),
    lag: new Gauge({
      name: 'palimpsest_metering_stream_lag',
      help: 'Usage events not applied yet.',
      labelNames: ['partition'] as const,
      registers,
    }),
    differences: new Gauge({
      name: 'palimpsest_metering_ledger_differences',
      help: 'Figures on which the books did not agree when they were checked last.',
      labelNames: ['book'] as const,
      registers,
    }),
    checkedAt: new Gauge({
      name: 'palimpsest_metering_ledger_checked_timestamp_seconds',
      help: 'When the books were checked last, in Unix seconds; 0 before the first time.',
      registers,
    }),
    poison: new Gauge({
      name: 'palimpsest_metering_poison_entries',
      help: 'Entries that were set aside and wait for an operator.',
      labelNames: ['partition'] as const,
      registers,
    }),
  };
}
