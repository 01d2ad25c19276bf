import type { Running } from '../contestants/contestant.ts';
import { closedLoop, type LoadTarget } from '../load/closed-loop.ts';
import { fixedRate } from '../load/fixed-rate.ts';
import { requestBytes } from '../load/request-bytes.ts';
import type { LoadResult } from '../load/tally.ts';
import { bodies } from '../workloads.ts';
import type { Load } from './sample.ts';

/** Callers of the closed loop, and connections at a fixed rate. */
const callers = 64;
const perSecond = 500;

/** Puts one kind of load on a contestant for `ms`; a closed loop ends with its `mostRequests`-th, too. */
export function putLoad(
  { port, headers }: Pick<Running, 'port' | 'headers'>,
  load: Load,
  ms: number,
  mostRequests = Number.POSITIVE_INFINITY,
): Promise<LoadResult> {
  const requests = Array.from({ length: callers }, (_, caller) => {
    const session: Readonly<Record<string, string>> = load === 'session' ? { 'x-session-id': `bench-${caller}` } : {};
    return requestBytes({ ...headers, ...session }, load === 'stream' ? bodies.stream : bodies.plain);
  });
  const target: LoadTarget = { port, request: (caller) => requests[caller] as Buffer };
  return load === 'rate'
    ? fixedRate(target, { connections: callers, perSecond, ms })
    : closedLoop(target, { callers, ms, mostRequests });
}
