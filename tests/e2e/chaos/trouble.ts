import { setTimeout as wait } from 'node:timers/promises';
import { inlineCommand, type RedisCluster, type Relay } from '@palimpsest/testkit';
import type { AddedProxy, HouseOnStore } from '../house/house.ts';
import type { Random } from './random.ts';

/** Whatever trouble may befall. */
export type Victims = {
  readonly house: HouseOnStore;
  readonly proxies: readonly AddedProxy[];
  readonly relays: readonly Relay[];
  readonly cluster: RedisCluster;
};

/** How often each kind of trouble came. */
export type Troubles = Map<string, number>;

/** Where a partition's events wait, and who reads them (docs/redis.md). */
const usageStreams = [0, 1, 2, 3].map((partition) => `pgw:v1:{usage:${partition}}:events`);
const meteringGroup = 'metering';

/**
 * Makes trouble at random moments until `signal` says stop, one thing after the other; whatever it broke runs again when it resolves. Of the
 * Redis masters one dies at a time, and only in a cluster that is whole.
 */
export async function makeTrouble(victims: Victims, random: Random, signal: AbortSignal): Promise<Troubles> {
  const troubles: Troubles = new Map();
  const { house, proxies, relays, cluster } = victims;
  const downMs = (): number => random.between(100, 2000);

  const restartProxy = async (how: NodeJS.Signals): Promise<void> => {
    const proxy = random.pick(proxies);
    const pauseMs = downMs();
    await proxy.stop(how);
    await wait(pauseMs);
    await proxy.start();
  };
  const restartService = async (name: 'metering' | 'control'): Promise<void> => {
    const pauseMs = downMs();
    await house.stop(name, 'SIGKILL');
    await wait(pauseMs);
    await house.start(name);
  };

  const kinds: readonly [string, () => Promise<unknown>][] = [
    ['a proxy killed', () => restartProxy('SIGKILL')],
    ['a proxy killed', () => restartProxy('SIGKILL')],
    ['a proxy told to stop', () => restartProxy('SIGTERM')],
    ['metering killed', () => restartService('metering')],
    ['metering killed', () => restartService('metering')],
    ['control killed', () => restartService('control')],
    ["callers' connections cut", async () => random.pick(relays).cut()],
    [
      "a Redis node's connections cut",
      async () => inlineCommand(random.pick(cluster.nodes).port, 'CLIENT KILL TYPE normal'),
    ],
    [
      'events delivered anew',
      async () => {
        const stream = random.pick(usageStreams);
        await inlineCommand((await cluster.masterOf(stream)).port, `XGROUP SETID ${stream} ${meteringGroup} 0`);
      },
    ],
    [
      'a Redis master killed',
      async () => {
        await cluster.whole();
        const master = await cluster.masterOf(random.pick(usageStreams));
        await master.kill();
        await wait(6000);
        await master.restart();
        await cluster.whole();
      },
    ],
  ];
  // Like cards: every kind comes before any comes again.
  let deck: (typeof kinds)[number][] = [];
  while (!signal.aborted) {
    await wait(random.between(300, 3000), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) break;
    if (deck.length === 0) deck = random.shuffled(kinds);
    const drawn = deck.pop();
    if (drawn === undefined) break;
    const [name, strike] = drawn;
    await strike();
    troubles.set(name, (troubles.get(name) ?? 0) + 1);
  }
  return troubles;
}
