import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Ground } from '../contestants/contestant.ts';
import { type House, startHouse } from '../contestants/gateway-house.ts';
import { setScene } from '../contestants/gateway-scene.ts';
import { addUsers } from './fill/add-users.ts';
import type { GrowthLoad } from './growth-load.ts';
import { sizes } from './sizes.ts';

/** A gateway whose growth is measured. */
export type Subject = {
  readonly name: string;
  readonly house: House;
  readonly gatewayKeys: readonly string[];
  readonly loads: readonly GrowthLoad[];
  close(): Promise<void>;
};

/** A gateway with ten keys and so many users, ten where nothing else is said. Its `loads` are those that are measured on it. */
export async function startSubject(
  name: string,
  dist: string,
  ground: Ground,
  loads: readonly GrowthLoad[],
  users: number = sizes.users.few,
): Promise<Subject> {
  const house = await startHouse(dist, mkdtempSync(join(ground.folder, 'growth-')), ground);
  const first = await setScene(house, ground.upstream.port);
  return {
    name,
    house,
    gatewayKeys: [first, ...(await addUsers(house.redis, users - 1))],
    loads,
    close: () => house.close(),
  };
}
