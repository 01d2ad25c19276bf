import { closedLoop, type LoadTarget } from '../load/closed-loop.ts';
import type { LoadResult } from '../load/tally.ts';
import { memoryOf } from '../measure/process-figures.ts';
import { type CallCost, costOfCalls } from './cost-of-calls.ts';
import { type GrowthLoad, requestsOf } from './growth-load.ts';
import type { Subject } from './subject.ts';

/** What one launch of a proxy gave. */
export type GrowthTurn = {
  /** From the start of its process to ready, ms. */
  readonly readyMs: number;
  /** Resident memory when it was ready, MB. */
  readonly idleMb: number;
  /** The most that metering has had so far, MB. */
  readonly meteringMb: number;
  readonly costs: Readonly<Partial<Record<GrowthLoad, CallCost>>>;
};

const callers = 64;
// Code is compiled by how often it ran, and subjects have a different number of loads: all begin with many plain calls.
const firstCalls = { requests: 25_000, mostMs: 8000 };
const warmUp = { requests: 8000, mostMs: 8000 };
const measured = { requests: 5000, mostMs: 8000 };

/** Starts a proxy, warms it up with each load of the subject, and measures what a call of it costs. */
export async function takeTurn({ house, gatewayKeys, loads }: Subject): Promise<GrowthTurn> {
  const { child, port, readyMs } = await house.startProxy();
  const idleMb = memoryOf(child.pid).nowMb;
  const costs: Partial<Record<GrowthLoad, CallCost>> = {};
  const put = (load: GrowthLoad, { requests, mostMs }: typeof warmUp): Promise<LoadResult> => {
    const target: LoadTarget = { port, request: requestsOf(gatewayKeys, load) };
    return closedLoop(target, { callers, ms: mostMs, mostRequests: requests });
  };
  await put('plain', firstCalls);
  for (const load of loads) {
    await put(load, warmUp);
    costs[load] = await costOfCalls(house, [child.pid], () => put(load, measured));
  }
  await child.stop();
  return { readyMs, idleMb, meteringMb: memoryOf(house.processes.metering).mostMb, costs };
}
