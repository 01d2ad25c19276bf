import { providerKeyId, type ServingKey } from '@palimpsest/domain';
import { connectRedis, KeyPool, VendorHealth } from '@palimpsest/state';
import { startOwnRedis, startRelay } from '@palimpsest/testkit';
import { expect, it } from 'vitest';
import { poolMember } from '../testing/pool-member.ts';
import { keepFresh } from './keep-fresh.ts';
import { createStandings } from './standings.ts';
import { createVendorStops } from './vendor-stops.ts';

const keys: readonly ServingKey[] = Array.from({ length: 35 }, (_, place) => poolMember(`key_${place}`).key);

it('reads a large pool a few keys at a time, so that no request waits for all of them', async () => {
  const server = await startOwnRedis();
  const relay = await startRelay(server.url);
  const redis = connectRedis({ url: relay.url, onError: () => undefined });
  const standings = createStandings(new KeyPool(redis));
  const isKnown = ({ id }: ServingKey) => standings.of(poolMember(id)) !== undefined;
  // From then on Redis knows the function by its hash.
  await standings.refresh([poolMember('another').key]);
  // The first ten, and the vendors with them; all others are held back.
  relay.freezeAfter(1);
  const looking = keepFresh(
    { standings, vendorStops: createVendorStops(new VendorHealth(redis)) },
    () => ({ keys }),
    () => undefined,
  );
  try {
    await expect.poll(() => keys.filter(isKnown).length).toBe(10);
    expect(keys.slice(0, 10).every(isKnown)).toBe(true);
    relay.thaw();
    await expect.poll(() => standings.of(poolMember(providerKeyId('key_34')))).toBeDefined();
  } finally {
    await looking.stop();
    redis.disconnect();
    await relay.close();
    await server.stop();
  }
});
