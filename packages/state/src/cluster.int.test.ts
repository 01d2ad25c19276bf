import { providerKeyId, requestId, userId } from '@palimpsest/domain';
import { freePort, randomId, startRedisProcess } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connectRedis } from './connect-redis.ts';
import { KeyPool } from './key-pool.ts';
import type { RedisClient } from './redis-client.ts';
import { Sessions } from './sessions.ts';
import { isStoreUnavailable } from './store-unavailable.ts';
import { testKey } from './testing/test-pool.ts';
import { monthly, oneRequest, windowsNow } from './testing/test-windows.ts';
import { UsageGroup } from './usage-group.ts';
import { partitionOf } from './usage-partition.ts';
import { UsageStream } from './usage-stream.ts';
import { UserQuota } from './user-quota.ts';
import { remainingBy } from './windows.ts';

// One node that holds all slots refuses mixed keys just as many nodes do.
const busPort = String(await freePort());
// A node that never met another does not know its own address.
const announced = ['--cluster-announce-ip', '127.0.0.1'];
const server = await startRedisProcess(['--cluster-enabled', 'yes', '--cluster-port', busPort, ...announced]);
const onError = (error: Error): void => console.error(error);
let redis: RedisClient;
beforeAll(async () => {
  const node = connectRedis({ url: server.url, onError });
  await node.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
  await vi.waitUntil(async () => String(await node.call('CLUSTER', 'INFO')).includes('cluster_state:ok'), 10_000);
  node.disconnect();
  redis = connectRedis({ cluster: [{ host: '127.0.0.1', port: server.port }], onError });
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

const limits = [monthly('requests', 7), monthly('tokens', 100_000)];

test('user quotas work on a cluster', async () => {
  const quota = new UserQuota(redis);
  const user = userId(randomId('usr'));
  const requests = Array.from({ length: 20 }, () => requestId(randomId('req')));
  const replies = await Promise.all(
    requests.map((request) =>
      quota.reserve({ user, request, leaseMs: 60_000, windows: windowsNow(limits), reserve: oneRequest }),
    ),
  );
  expect(replies.filter(({ granted }) => granted)).toHaveLength(7);
  await quota.renew({ user, requests, leaseMs: 60_000 });
  await Promise.all(requests.map((request) => quota.settle({ user, request, spent: { ...oneRequest, requests: 0 } })));
  expect((await quota.read(user, limits)).remaining).toMatchObject([{ remaining: 7 }, { remaining: 99_300 }]);
  await quota.forget(user);
});

test('the key pool works on a cluster, many keys in one tick', async () => {
  const pool = new KeyPool(redis);
  const keys = Array.from({ length: 20 }, () => testKey(pool));
  const replies = await Promise.all(keys.map((key) => key.reserve({ attempt: 'a', windows: windowsNow(limits) })));
  expect(replies.every(({ granted }) => granted)).toBe(true);
  await Promise.all(keys.map((key) => key.sleep(60_000, 'busy', 'o3')));
  await Promise.all(keys.map((key) => key.firstContent('a')));
  await Promise.all(keys.map((key) => key.settle('a', 'success')));
  const standings = await pool.read(keys.map(({ tag, key }) => ({ tag, key, limits })));
  expect(standings.map(({ key }) => key)).toEqual(keys.map(({ key }) => key));
  expect(standings.every(({ remaining }) => remaining[0]?.remaining === 6)).toBe(true);
  const glances = await pool.glance(keys.map(({ tag, key }) => ({ tag, key, limits })));
  expect(glances).toMatchObject(standings.map(({ version, lastUsedAtMs }) => ({ version, lastUsedAtMs })));
  expect(glances.map(({ counters }) => remainingBy(limits, counters, Date.now()))).toEqual(
    standings.map(({ remaining }) => remaining),
  );
  const ref = { tag: 'group:g', key: providerKeyId(randomId('key')) };
  await pool.resume(ref);
  await pool.reset({ tag: ref.tag, keys: [ref.key] });
  await pool.forget(ref);
});

test('the usage stream works on a cluster', async () => {
  const blocking = connectRedis({ cluster: [{ host: '127.0.0.1', port: server.port }], use: 'blocking', onError });
  const [stream, group] = [new UsageStream(redis), new UsageGroup(redis, blocking)];
  const request = requestId(randomId('req'));
  const reader = { partition: partitionOf(request), group: 'metering', consumer: 'one' };
  await group.ensureGroup(reader.partition, reader.group);
  await stream.open({ request, leaseMs: 1, record: new Uint8Array([1]) });
  await stream.renewOpen({ requests: [request], leaseMs: 1 });
  await vi.waitFor(async () => expect(await stream.takeExpired(reader.partition, 10)).toMatchObject([{ request }]));
  const waiting = group.readGroup(reader, { count: 10, blockMs: 5000 });
  await stream.append({ request, event: new Uint8Array([2]) });
  const entries = await waiting;
  expect(entries).toMatchObject([{ request }]);
  await group.claimStale(reader, { idleMs: 1000, count: 10 });
  await group.ack(
    reader.partition,
    reader.group,
    entries.map(({ id }) => id),
  );
  expect(await group.lag(reader.partition, reader.group)).toEqual({ waiting: 0, pending: 0 });
  expect(await group.trimBehind(reader.partition)).toBe(0);
  blocking.disconnect();
});

test('sessions work on a cluster', async () => {
  const sessions = new Sessions(redis);
  const ref = { user: userId(randomId('usr')), session: 's' };
  await sessions.append({ ...ref, turn: Buffer.from('t'), meta: Buffer.from('m'), keep: 4, ttlMs: 60_000 });
  expect((await sessions.read(ref)).turns).toHaveLength(1);
});

test('a cluster that is away is unavailable within a second, and served again when it is back', async () => {
  const quota = new UserQuota(redis);
  const read = () => quota.read(userId(randomId('usr')), limits);
  await server.pause();
  for (const _ of ['the command that finds out', 'and one after it']) {
    const startMs = performance.now();
    const error = await read().catch((thrown: unknown) => thrown);
    expect(isStoreUnavailable(error)).toBe(true);
    expect(performance.now() - startMs).toBeLessThan(1000);
  }
  await server.resume();
  await vi.waitFor(async () => expect((await read()).nowMs).toBeGreaterThan(0), 10_000);
  await server.restart();
  await vi.waitFor(async () => expect((await read()).nowMs).toBeGreaterThan(0), 10_000);
});
