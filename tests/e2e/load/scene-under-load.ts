import { answer } from '@palimpsest/testkit';
import type { HouseOnStore } from '../house/house.ts';
import { knownTo, openScene, type ScenicKey, type ScenicUser } from '../house/scene.ts';
import { expectAgreement } from './agree.ts';
import type { Told } from './call.ts';
import { type SteadyLoad, steadyLoad } from './steady-load.ts';

/** Two proxies, one capped key and one capped user, whose every request is remembered. */
export type SceneUnderLoad = {
  readonly key: ScenicKey;
  readonly user: ScenicUser;
  /** Starts clients on both proxies, resolves once they are served. `end` of it keeps what they were told. */
  begin(): Promise<SteadyLoad>;
  /** Holds the books against all that was ever told. */
  agree(): Promise<void>;
  close(): Promise<void>;
};

const DAY = [{ metric: 'requests' as const, amount: 1_000_000, period: 'day' as const }];
const CLIENTS = 8;
const PACE_MS = 30;

/** @param environment names the house's Redis. */
export async function sceneUnderLoad(
  house: HouseOnStore,
  environment: Readonly<Record<string, string>>,
): Promise<SceneUnderLoad> {
  const urls = [house.proxyUrl, (await house.addProxy()).url];
  const scene = await openScene(house);
  const key = await scene.key('openai', [answer('fine', { delayMs: PACE_MS })], { limits: DAY });
  const user = await scene.user({ limits: DAY });
  for (const url of urls) await knownTo(url, user.gatewayKey);
  const told: Told[] = [];
  return {
    key,
    user,
    async begin() {
      const load = steadyLoad({ urls, gatewayKey: user.gatewayKey, model: scene.model, clients: CLIENTS });
      await load.answers(2 * CLIENTS);
      const end = async () => {
        const ended = await load.end();
        told.push(...ended);
        return ended;
      };
      return { ...load, end };
    },
    agree: () => expectAgreement({ operator: house.operator, user: user.id, key, environment }, told),
    close: () => scene.close(),
  };
}
