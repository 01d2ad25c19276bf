import { connectRedis, KeyPool, type RedisClient } from '@palimpsest/state';
import { randomId, startOwnRedis, startRelay } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fresh, idsOf, proxyOf, refOf } from '../testing/glancing-proxy.ts';

let server: Awaited<ReturnType<typeof startOwnRedis>>;
let redis: RedisClient;
let pool: KeyPool;
beforeAll(async () => {
  server = await startOwnRedis();
  redis = connectRedis({ url: server.url, onError: () => undefined });
  pool = new KeyPool(redis);
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

it('a key that was read for a call alone takes nothing from its group: what changed is read of the others', async () => {
  const name = randomId('group');
  const members = [fresh([], name), fresh([], name)] as const;
  const [first, second] = members;
  await pool.mark({ ...refOf(first), state: 'exhausted', until: { inMs: 60_000 }, reason: 'quota' });
  const proxy = await proxyOf(members, pool);
  expect(proxy.standings.of(second)).toMatchObject({ state: 'exhausted' });
  await pool.resume(refOf(first));
  await proxy.standings.refresh([first.key]);
  expect(await proxy.pass()).toEqual([second.key.id]);
  expect(proxy.standings.of(second)).toMatchObject({ state: 'active' });
  expect(await proxy.pass()).toEqual([]);
});

it('a group of which only some could be read is read to its end on the next pass', async () => {
  const name = randomId('group');
  const members = Array.from({ length: 15 }, () => fresh([], name));
  const relay = await startRelay(server.url);
  const far = connectRedis({ url: relay.url, onError: () => undefined });
  const [changed = fresh()] = members;
  await pool.mark({ ...refOf(changed), state: 'exhausted', until: { inMs: 60_000 }, reason: 'quota' });
  const slow = new KeyPool(far);
  let readings = 0;
  const proxy = await proxyOf(members, {
    belongs: (account) => slow.belongs(account),
    glance: (keys) => slow.glance(keys),
    read(keys) {
      readings += 1;
      // The changed key is in the first ten.
      if (readings === 4) relay.freezeAfter(0);
      return slow.read(keys);
    },
  });
  await pool.resume(refOf(changed));
  await expect(proxy.pass()).rejects.toThrow();
  relay.thaw();
  const missed = members.slice(10);
  await expect.poll(() => proxy.pass().catch(() => [])).toEqual(idsOf(missed));
  expect(members.map((member) => proxy.standings.of(member)?.state)).toEqual(members.map(() => 'active'));
  expect(await proxy.pass()).toEqual([]);
  far.disconnect();
  await relay.close();
});

it('a member that this proxy does not know yet, or no more, is no reason to keep what is old of its group', async () => {
  const name = randomId('group');
  const [known, unknown] = [fresh([], name), fresh([], name)];
  await pool.mark({ ...refOf(known), state: 'exhausted', until: { inMs: 60_000 }, reason: 'quota' });
  const proxy = await proxyOf([known], pool);
  await pool.resume(refOf(unknown));
  expect(await proxy.pass([known])).toEqual([]);
  expect(await proxy.pass([known, unknown])).toEqual(idsOf([known, unknown]));
  expect(proxy.standings.of(known)).toMatchObject({ state: 'active' });
  await pool.mark({ ...refOf(unknown), state: 'exhausted', until: { inMs: 60_000 }, reason: 'quota' });
  await pool.forget(refOf(unknown));
  expect(await proxy.pass([known])).toEqual([known.key.id]);
  expect(proxy.standings.of(known)).toMatchObject({ state: 'exhausted' });
  expect(await proxy.pass([known])).toEqual([]);
});
