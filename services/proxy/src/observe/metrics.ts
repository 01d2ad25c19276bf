import type { Attempt } from '@palimpsest/domain';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** The proxy's own metrics. Every label comes from a closed set: no user, model, key or text. */
export type ProxyMetrics = {
  readonly open: Gauge;
  /** A limit that only counts would have refused a call. */
  overdrawn(of: 'user' | 'key'): void;
  /** `result`: `success`, `replayed`, `cancelled` or a code of the error table. */
  count(result: string, stream: boolean, latencyMs: number, chain: readonly Attempt[]): void;
};

const seconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];

export function createProxyMetrics(
  registry: Registry,
  parts: { readonly snapshotVersion: () => number; readonly deferredEvents: () => number },
): ProxyMetrics {
  const registers = [registry];
  const requests = new Counter({
    registers,
    name: 'palimpsest_requests_total',
    help: 'Model calls by how they ended.',
    labelNames: ['result', 'stream'],
  });
  const duration = new Histogram({
    registers,
    name: 'palimpsest_request_duration_seconds',
    help: 'Time from arrival to the last byte.',
    labelNames: ['stream'],
    buckets: seconds,
  });
  const attempts = new Counter({
    registers,
    name: 'palimpsest_attempts_total',
    help: 'Upstream attempts by provider and class.',
    labelNames: ['provider', 'class'],
  });
  const failovers = new Counter({
    registers,
    name: 'palimpsest_failovers_total',
    help: 'Model calls that needed more than one attempt.',
  });
  const open = new Gauge({ registers, name: 'palimpsest_open_requests', help: 'Model calls under way.' });
  new Gauge({
    registers,
    name: 'palimpsest_snapshot_version',
    help: 'Version of the configuration in use; 0 before the first.',
    collect() {
      this.set(parts.snapshotVersion());
    },
  });
  new Gauge({
    registers,
    name: 'palimpsest_deferred_events',
    help: 'Usage events that wait for Redis to come back.',
    collect() {
      this.set(parts.deferredEvents());
    },
  });
  const overdrawn = new Counter({
    registers,
    name: 'palimpsest_shadow_limit_overdrawn_total',
    help: 'Calls beyond a limit that is counted and not enforced.',
    labelNames: ['of'],
  });
  // Finding a metric by its labels takes longer than counting, and there are few.
  const requestsOf = bound((result, stream) => requests.labels(result, stream));
  const durationOf = bound((stream) => duration.labels(stream));
  const attemptsOf = bound((provider, met) => attempts.labels(provider, met));
  return {
    open,
    overdrawn: (of) => overdrawn.inc({ of }),
    count(result, stream, latencyMs, chain) {
      requestsOf(result, String(stream)).inc();
      durationOf(String(stream)).observe(latencyMs / 1000);
      if (chain.length > 1) failovers.inc();
      for (const attempt of chain) attemptsOf(attempt.provider, attempt.class).inc();
    },
  };
}

/** Remembers what was found for these labels. */
function bound<Labels extends string[], Child>(find: (...labels: Labels) => Child): (...labels: Labels) => Child {
  const found = new Map<string, Child>();
  return (...labels) => {
    const name = labels.join(' ');
    let child = found.get(name);
    if (child === undefined) {
      child = find(...labels);
      found.set(name, child);
    }
    return child;
  };
}
