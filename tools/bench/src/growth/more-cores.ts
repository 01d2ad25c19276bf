import { closedLoop, type LoadTarget } from '../load/closed-loop.ts';
import { childrenOf } from '../measure/process-figures.ts';
import { type CallCost, costOfCalls } from './cost-of-calls.ts';
import { requestsOf } from './growth-load.ts';
import type { Subject } from './subject.ts';

/** What calls cost with so many workers, one entry for each round. */
export type WorkersCost = { readonly workers: number; readonly costs: readonly CallCost[] };

const counts = [1, 2] as const;
const callersEach = 64;
const warmUp = { requests: 10_000, mostMs: 8000 };
const windowMs = 3000;

/** The same load for each worker, on one and on two workers in turn, started afresh in each round. */
export async function moreCores(subject: Subject, rounds: number): Promise<readonly WorkersCost[]> {
  const costs = counts.map(() => [] as CallCost[]);
  for (let round = 0; round < rounds; round += 1)
    for (const place of round % 2 === 0 ? [0, 1] : [1, 0])
      costs[place]?.push(await costWith(subject, counts[place] ?? 1));
  return counts.map((workers, place) => ({ workers, costs: costs[place] ?? [] }));
}

async function costWith({ house, gatewayKeys }: Subject, workers: number): Promise<CallCost> {
  const { child, port } = await house.startProxy({ workers });
  const target: LoadTarget = { port, request: requestsOf(gatewayKeys, 'plain') };
  const callers = callersEach * workers;
  await closedLoop(target, { callers, ms: warmUp.mostMs, mostRequests: warmUp.requests * workers });
  const cost = await costOfCalls(house, [child.pid, ...childrenOf(child.pid)], () =>
    closedLoop(target, { callers, ms: windowMs }),
  );
  await child.stop();
  return cost;
}
