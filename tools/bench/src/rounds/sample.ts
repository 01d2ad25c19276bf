import type { LoadResult } from '../load/tally.ts';
import type { Window } from '../measure/window.ts';
import { quantile } from '../report/statistics.ts';

export const closedLoads = ['plain', 'session', 'stream'] as const;
export const loads = [...closedLoads, 'rate'] as const;
/** One kind of load: closed-loop plain calls, the same in sessions, streams, and plain calls at a fixed rate. */
export type Load = (typeof loads)[number];

/** What one window of one launch of one contestant gave. */
export type Sample = {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failed: number;
  /** CPU time per request, microseconds, by process. */
  readonly cpuUs: Readonly<Record<string, number>>;
  /** CPU of other programs, as a share of one core. */
  readonly foreignShare: number;
};

export function sampleOf({ result, cpuMs, foreignShare }: Window<LoadResult>): Sample {
  const requests = result.answered + result.failed;
  return {
    perSecond: result.perSecond,
    p50Ms: quantile(result.latenciesMs, 0.5),
    p99Ms: quantile(result.latenciesMs, 0.99),
    failed: result.failed,
    cpuUs: Object.fromEntries(Object.entries(cpuMs).map(([name, ms]) => [name, (ms * 1000) / requests])),
    foreignShare,
  };
}
