import type { Gateway } from '../contestants/gateway.ts';
import { addKeys } from '../contestants/gateway-scene.ts';
import { whileHalted } from '../measure/halted.ts';
import { redisWork } from '../measure/redis-info.ts';
import { inWindow } from '../measure/window.ts';
import { putLoad } from '../rounds/put-load.ts';
import { warmUp } from '../rounds/warm-up.ts';

/** One pool's cost per plain call. */
export type PoolCost = {
  readonly keys: number;
  /** CPU time per request of the proxy and of Redis, microseconds; what Redis does for metering is left out. */
  readonly proxyUs: number;
  readonly redisUs: number;
  readonly commandsPerRequest: number;
};

const sizes = [10, 1000] as const;
const windowMs = 3000;

/** The cost of the same load with ten keys in the pool, then with a thousand, on one proxy. */
export async function poolGrowth({ house, headers }: Gateway, upstreamPort: number): Promise<readonly PoolCost[]> {
  const { child, port } = await house.startProxy();
  const target = { port, headers };
  const costs: PoolCost[] = [];
  for (const keys of sizes) {
    await addKeys(house, upstreamPort, ['bench-plain'], keys - (costs.at(-1)?.keys ?? sizes[0]));
    await warmUp(target, ['plain']);
    // Metering's own work at Redis must not be taken for the proxy's.
    const { before, window, after } = await whileHalted(house.processes.metering, async () => ({
      before: await redisWork(house.redisPort),
      window: await inWindow({ proxy: child.pid }, () => putLoad(target, 'plain', windowMs)),
      after: await redisWork(house.redisPort),
    }));
    const { result, cpuMs } = window;
    costs.push({
      keys,
      proxyUs: ((cpuMs.proxy ?? 0) * 1000) / result.answered,
      redisUs: ((after.cpuMs - before.cpuMs) * 1000) / result.answered,
      commandsPerRequest: (after.commands - before.commands) / result.answered,
    });
  }
  await child.stop();
  return costs;
}
