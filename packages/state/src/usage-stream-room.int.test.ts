import { requestId } from '@palimpsest/domain';
import { randomId, startOwnRedis } from '@palimpsest/testkit';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { connectRedis } from './connect-redis.ts';
import { UsageGroup } from './usage-group.ts';
import { partitionOf, usagePartitions } from './usage-partition.ts';
import { UsageStream } from './usage-stream.ts';
import { UsageStreamFull } from './usage-stream-full.ts';

const server = await startOwnRedis();
const redis = connectRedis({ url: server.url, onError: console.error });
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});
beforeEach(() => redis.flushall());

/** Room for three events in each partition. */
const stream = new UsageStream(redis, 3 * usagePartitions.length);
const bytes = new Uint8Array([1]);
const append = (request: ReturnType<typeof requestId>) => stream.append({ request, event: bytes });
const open = async (request: ReturnType<typeof requestId>) =>
  (await stream.open({ request, leaseMs: 60_000, record: bytes })).full;

/** Requests of one partition. */
function* ofPartitionZero() {
  for (;;) {
    const request = requestId(randomId('req'));
    if (partitionOf(request) === '0') yield request;
  }
}
const requests = ofPartitionZero();
const next = () => requests.next().value as ReturnType<typeof requestId>;

test('of a burst exactly as many requests are opened as there is room for their events', async () => {
  const burst = Array.from({ length: 20 }, next);
  const full = await Promise.all(burst.map(open));
  expect(full.filter((refused) => !refused)).toHaveLength(3);
  expect(await stream.hasRoom()).toBe(false);
  expect(await redis.hlen('pgw:v1:{usage:0}:open-records')).toBe(3);
});

test('what was opened finds its place however full the stream is; what was not, waits', async () => {
  const opened = [next(), next(), next()];
  for (const request of opened) expect(await open(request)).toBe(false);
  await expect(append(next())).rejects.toThrow(UsageStreamFull);
  for (const request of opened) await append(request);
  expect(await redis.xlen('pgw:v1:{usage:0}:events')).toBe(3);
  expect(await open(next())).toBe(true);
});

test('there is room again when the events were applied and dropped', async () => {
  const group = new UsageGroup(redis, redis);
  await group.ensureGroup('0', 'metering');
  for (let count = 0; count < 3; count += 1) await append(next());
  expect(await open(next())).toBe(true);
  const entries = await group.readGroup({ partition: '0', group: 'metering', consumer: 'c' }, { count: 9, blockMs: 1 });
  await group.ack(
    '0',
    'metering',
    entries.map(({ id }) => id),
  );
  await group.trimBehind('0');
  expect(await stream.hasRoom()).toBe(true);
  expect(await open(next())).toBe(false);
});

test('a repeated command of an open request changes nothing', async () => {
  const request = next();
  expect([await open(request), await open(request), await open(next()), await open(next())]).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
