import type { Gateway } from '../contestants/gateway.ts';
import type { Upstream } from '../contestants/upstream.ts';
import type { Figures } from '../report/figures.ts';
import { failoverLatency } from './failover-latency.ts';
import { poolGrowth } from './pool-growth.ts';
import { stalledStreams } from './stalled-streams.ts';

/** What is measured once, of the gateway alone, after the rounds. */
export async function measureExtras(
  gateway: Gateway,
  upstream: Upstream,
  say: (line: string) => void,
): Promise<NonNullable<Figures['extras']>> {
  say('failover latency');
  const failover = await failoverLatency(gateway, upstream);
  say('streams that stall');
  const stalled = [
    await stalledStreams(gateway, 'bench-stall', 5000),
    await stalledStreams(gateway, 'bench-stall-long', 100),
  ];
  // Last, since the thousand keys stay.
  say('pools of 10 and 1000 keys');
  return { failover, stalled, pool: await poolGrowth(gateway, upstream.port) };
}
