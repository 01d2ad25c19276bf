import { requestId } from '@palimpsest/domain';
import {
  inlineCommand,
  type RedisProcess,
  randomId,
  startRedisCluster,
  startRedisSentinels,
} from '@palimpsest/testkit';
import { expect, test } from 'vitest';
import { connectRedis } from './connect-redis.ts';
import { keyspace } from './keyspace.ts';
import { partitionOf } from './usage-partition.ts';
import { UsageStream } from './usage-stream.ts';

const onError = () => undefined;
const endpoints = (text: string) =>
  text.split(',').map((one) => ({ host: '127.0.0.1', port: Number(one.split(':')[1]) }));
const entry = () => ({ request: requestId(randomId('req')), event: new Uint8Array([1]) });

/** Shows that a replica was waited for: with none that answers it takes longer, and ends. */
async function withoutReplica(stream: UsageStream, one: ReturnType<typeof entry>, replica?: RedisProcess) {
  await replica?.pause();
  const startedAt = performance.now();
  await stream.append(one);
  expect(performance.now() - startedAt).toBeGreaterThan(200);
  await replica?.resume();
}

test('behind Sentinels an event counts as taken once a replica has it, and without a replica all the same', async () => {
  const set = await startRedisSentinels();
  const redis = connectRedis({ sentinels: endpoints(set.endpoints), masterName: set.masterName, onError });
  try {
    const stream = new UsageStream(redis);
    const [, replica] = set.servers;
    for (let count = 0; count < 50; count += 1) {
      const one = entry();
      await stream.append(one);
      const found = await inlineCommand(
        replica?.port ?? 0,
        `XREVRANGE ${keyspace.usageEvents(partitionOf(one.request))} + - COUNT 1`,
      );
      expect(found).toContain(one.request);
    }
    await withoutReplica(stream, entry(), replica);
  } finally {
    redis.disconnect();
    await set.stop();
  }
});

test('on a cluster an event counts as taken once a replica of its partition has it', async () => {
  const cluster = await startRedisCluster();
  const redis = connectRedis({ cluster: endpoints(cluster.endpoints), onError });
  try {
    const stream = new UsageStream(redis);
    for (let count = 0; count < 50; count += 1) {
      const one = entry();
      await stream.append(one);
      const replica = await cluster.replicaOf(keyspace.usageEvents(partitionOf(one.request)));
      const last = `XREVRANGE ${keyspace.usageEvents(partitionOf(one.request))} + - COUNT 1`;
      expect(await inlineCommand(replica.port, `READONLY\r\n${last}`)).toContain(one.request);
    }
    const one = entry();
    await withoutReplica(stream, one, await cluster.replicaOf(keyspace.usageEvents(partitionOf(one.request))));
  } finally {
    redis.disconnect();
    await cluster.stop();
  }
});
