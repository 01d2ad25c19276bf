import { closedLoop } from '../load/closed-loop.ts';
import { fixedRate } from '../load/fixed-rate.ts';
import { metricOf } from '../measure/metric-of.ts';
import { quantile } from '../report/statistics.ts';
import { requestsOf } from './growth-load.ts';
import { keepChanging } from './keep-changing.ts';
import type { Subject } from './subject.ts';

type Latencies = { readonly p50Ms: number; readonly p99Ms: number; readonly mostMs: number };
/** Latencies of windows in pairs, one without and one with a change of the configuration each second. */
export type ChangesUnderLoad = {
  readonly still: readonly Latencies[];
  readonly changing: readonly Latencies[];
  /** Changes that were made in all. */
  readonly changes: number;
};

const pairs = 5;
const connections = 64;
const perSecond = 300;
const windowMs = 6000;

/** Calls at a fixed rate on one proxy, while users and keys change in turn, and while they do not. @throws where the proxy missed a change. */
export async function changesUnderLoad({ house, gatewayKeys }: Subject): Promise<ChangesUnderLoad> {
  const { child, port } = await house.startProxy();
  const target = { port, request: requestsOf(gatewayKeys, 'plain') };
  const measure = async (): Promise<Latencies> => {
    const { latenciesMs } = await fixedRate(target, { connections, perSecond, ms: windowMs });
    return { p50Ms: quantile(latenciesMs, 0.5), p99Ms: quantile(latenciesMs, 0.99), mostMs: quantile(latenciesMs, 1) };
  };
  await closedLoop(target, { callers: connections, ms: 8000, mostRequests: 10_000 });
  const version = (): Promise<number> => metricOf(house.opsUrl, 'palimpsest_snapshot_version');
  const versionBefore = await version();
  const [still, changing]: [Latencies[], Latencies[]] = [[], []];
  let changes = 0;
  for (let pair = 0; pair < pairs; pair += 1) {
    const steps = [
      async () => void still.push(await measure()),
      async () => {
        const stop = keepChanging(house);
        changing.push(await measure());
        changes += await stop();
      },
    ];
    for (const step of pair % 2 === 0 ? steps : steps.toReversed()) await step();
  }
  const taken = (await version()) - versionBefore;
  await child.stop();
  if (taken < changes) throw new Error(`the proxy took ${taken} of ${changes} changes`);
  return { still, changing, changes };
}
