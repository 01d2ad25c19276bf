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
const ms = 6000;
// Each is refused for a second at most: so many are never asleep at once.
const keys = 150;

/** Calls whose first attempt is refused with 429 each, on a pool that is large enough to have another key every time. */
export async function failoverLatency({ house, headers }: Gateway, upstream: Upstream): Promise<FailoverLatency> {
  await addKeys(house, upstream.port, ['bench-refused-once'], keys, 'many');
  const { child, port } = await house.startProxy();
  const run = async (round: string): Promise<readonly number[]> => {
    // A call is told from the others by a name in its body, hence one connection for each.
    const calls = (perSecond * ms) / 1000;
    const request = (caller: number): Buffer => requestBytes(headers, refusedOnceBody(`${round}-${caller}`));
    await fixedRate({ port, request }, { connections: calls, perSecond, ms });
    return upstream.secondAttemptsMs();
  };
  await run('warm-up');
  const took = await run('measured');
  await child.stop();
  return { calls: took.length, p50Ms: quantile(took, 0.5), p99Ms: quantile(took, 0.99) };
}
