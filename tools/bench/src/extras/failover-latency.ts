import type { Gateway } from '../contestants/gateway.ts';
import { addKeys } from '../contestants/gateway-scene.ts';
import type { Upstream } from '../contestants/upstream.ts';
import { fixedRate } from '../load/fixed-rate.ts';
import { requestBytes } from '../load/request-bytes.ts';
import { quantile } from '../report/statistics.ts';
import { refusedOnceBody } from '../workloads.ts';

/** From the upstream's refusal to the arrival of the next attempt there. */
export type FailoverLatency = { readonly calls: number; readonly p50Ms: number; readonly p99Ms: number };

const perSecond = 50;
const warmUpMs = 6000;
// A thousand calls: ten of them are slower than the p99.
const measuredMs = 20_000;
const connections = 32;
// A quarter of them sleeps, as each does for a fifth of a second. Every key more is read from Redis twice a second: that is another measure.
const keys = 40;

/** Calls whose first attempt is refused with 429 each, on a pool that is large enough to have another key every time. */
export async function failoverLatency({ house, headers }: Gateway, upstream: Upstream): Promise<FailoverLatency> {
  await addKeys(house, upstream.port, ['bench-refused-once'], keys, 'pairs');
  const { child, port } = await house.startProxy();
  const run = async (round: string, ms: number): Promise<readonly number[]> => {
    // A call is told from the others by a name in its body.
    const request = (caller: number, sent: number): Buffer =>
      requestBytes(headers, refusedOnceBody(`${round}-${caller}-${sent}`));
    await fixedRate({ port, request }, { connections, perSecond, ms });
    return upstream.secondAttemptsMs();
  };
  await run('warm-up', warmUpMs);
  const took = await run('measured', measuredMs);
  await child.stop();
  return { calls: took.length, p50Ms: quantile(took, 0.5), p99Ms: quantile(took, 0.99) };
}
