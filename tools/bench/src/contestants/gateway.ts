import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Contestant, Ground } from './contestant.ts';
import { type House, startHouse } from './gateway-house.ts';
import { setScene } from './gateway-scene.ts';

/** A gateway that stays up from launch to launch but for its proxy, with a caller that it knows. */
export type Gateway = Contestant & {
  readonly house: House;
  readonly headers: Readonly<Record<string, string>>;
};

/** The gateway of a build, with everything on: three services from their bundles, Redis as `make up` runs it, one tenth of all calls traced. */
export async function gateway(name: string, dist: string, ground: Ground): Promise<Gateway> {
  const folder = mkdtempSync(join(ground.folder, 'gateway-'));
  const house = await startHouse(dist, folder, ground);
  const gatewayKey = await setScene(house, ground.upstream.port);
  const headers = { authorization: `Bearer ${gatewayKey}` };
  return {
    name,
    sessions: true,
    house,
    headers,
    async launch() {
      const { child, port, readyMs } = await house.startProxy();
      const processes = { itself: child.pid, ...house.processes };
      return { port, headers, processes, readyMs, settled: () => house.settled(), stop: () => child.stop() };
    },
    close: () => house.close(),
  };
}
