/**
 * `make chaos`: callers ask three proxies on a Redis Cluster while proxies, metering, control and Redis masters are killed, connections cut
 * and events delivered anew; then the books are held against what callers and providers saw. Exits with 1 where they do not agree.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Relay, startRedisCluster, startRelay, startSimulatedProviders } from '@palimpsest/testkit';
import { type AddedProxy, startHouseOn } from '../house/house.ts';
import { ledgerReport } from '../load/books.ts';
import { callUp } from './callers.ts';
import { fillPools } from './pools.ts';
import { seeded } from './random.ts';
import { report } from './report.ts';
import { makeTrouble } from './trouble.ts';
import { isFaultless, weigh } from './weigh.ts';

/** Milliseconds for everything before the books are weighed, and how long leases of the dead may take to end. */
const longestMs = 240_000;
const leasesEndMs = 75_000;

const { values } = parseArgs({ options: { seed: { type: 'string' }, requests: { type: 'string', default: '10000' } } });
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const requests = Number(values.requests);
if (!Number.isInteger(seed) || !Number.isInteger(requests) || requests < 1) {
  console.error('chaos: --seed takes a whole number, --requests one above 0');
  process.exit(2);
}
console.log(`seed ${seed}, ${requests} requests`);

const random = seeded(seed);
const closing: (() => Promise<unknown>)[] = [];
try {
  const cluster = await startRedisCluster({ args: ['--appendonly', 'yes'] });
  closing.push(() => cluster.stop());
  const store = { PALIMPSEST_REDIS_CLUSTER: cluster.endpoints };
  const providers = await startSimulatedProviders();
  closing.push(() => providers.close());
  const house = await startHouseOn({ ...store, PALIMPSEST_COOLDOWN_MS: '500', PALIMPSEST_LOG_LEVEL: 'warn' });
  closing.push(() => house.close());
  const proxies: AddedProxy[] = [];
  const relays: Relay[] = [];
  for (let count = 0; count < 3; count += 1) {
    const proxy = await house.addProxy();
    const relay = await startRelay(proxy.url);
    closing.push(() => relay.close());
    proxies.push(proxy);
    relays.push(relay);
  }
  const { keys, users } = await fillPools(house.operator, providers, random, requests);
  await wait(2000); // the contract's second for a change to hold everywhere, and another

  const stop = new AbortController();
  const trouble = makeTrouble({ house, cluster, proxies, relays }, random, stop.signal);
  const startedAt = performance.now();
  const told = await callUp({
    urls: relays.map(({ url }) => url),
    users,
    random,
    requests,
    atOnce: 24,
    untilMs: startedAt + longestMs,
  });
  const tookMs = performance.now() - startedAt;
  stop.abort();
  const troubles = await trouble;

  const deadline = performance.now() + leasesEndMs;
  for (;;) {
    // What was restarted last may not answer yet.
    const weighed = await weigh(house.operator, told, keys, users).catch((error: Error) => error);
    const ledger = await ledgerReport(store);
    const isWell =
      !(weighed instanceof Error) && isFaultless(weighed) && ledger.includes('The books balance: 0 differences.');
    if (!isWell && performance.now() < deadline) {
      await wait(3000);
      continue;
    }
    if (weighed instanceof Error) throw weighed;
    console.log(report({ seed, told, troubles, tookMs, keys, weighed, ledger }));
    process.exitCode = isWell ? 0 : 1;
    break;
  }
} finally {
  for (const close of closing.reverse()) await close();
}
