import { randomId } from '@palimpsest/testkit';
import { Redis } from 'ioredis';
import { afterAll, expect, inject, test } from 'vitest';
import { keyspace } from './keyspace.ts';
import { unlistRequests } from './scripts.gen.ts';
import { UsageLog } from './usage-log.ts';
import { retainLog } from './usage-log-retention.ts';
import { encodeRow } from './usage-log-row.ts';
import { UsageSums } from './usage-log-sums.ts';

const redis = new Redis(inject('redisUrl'));
const log = new UsageLog(redis);
const sums = new UsageSums(redis);
afterAll(() => redis.quit());

const delivered = (partition: string, request: string, atMs: number) => ({
  partition,
  request,
  streamId: '1700000000000-1',
  assumed: false,
  event: Buffer.from(request),
  booking: {
    row: encodeRow({ request, user: 'u', model: 'm', outcome: 'success', session: undefined, keys: [], providers: [] }),
    atMs,
    day: 1,
    sums: [['requests', '1']] as const,
    pulse: [],
  },
});

const enter = (partition: string, request: string, atMs: number) =>
  log.apply(delivered(partition, request, atMs), () => {
    throw new Error('nothing is replaced here');
  });

async function listed(partitions: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const partition of partitions)
    for await (const rows of log.rows(partition, { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }, 10))
      found.push(...rows.map(({ row }) => row.request));
  return found.sort();
}

const keysOf = (partition: string) => ({
  log: keyspace.requestLog(partition),
  unlisted: keyspace.unlistedRequests(partition),
  entries: keyspace.requestEntries(partition),
  events: keyspace.usageEvents(partition),
  from: keyspace.requestLogFrom(partition),
});

test('of too many requests the oldest leave the log, whichever partition they are in', async () => {
  const [one, two] = [randomId('part'), randomId('part')];
  for (const [index, partition] of [one, one, one, two, one, two].entries())
    await enter(partition, `req_${index}`, index);
  expect(await retainLog(redis, [one, two], { keepFromMs: 0, keepMost: 2 })).toBe(4);
  expect(await listed([one, two])).toEqual(['req_4', 'req_5']);
  expect(await retainLog(redis, [one, two], { keepFromMs: 0, keepMost: 2 })).toBe(0);
});

/** Lists more requests than one call takes out, by way of the log alone: what an entry says is of no account here. */
async function crowd(partitions: readonly string[], many: number): Promise<string[]> {
  const requests = Array.from({ length: many }, (_, index) => `req_${String(index).padStart(6, '0')}`);
  const pipeline = redis.pipeline();
  for (const [index, request] of requests.entries()) {
    const partition = partitions[index % partitions.length] ?? '';
    // Some of every millisecond, so that one is cut through.
    pipeline.zadd(
      keyspace.requestLog(partition),
      1_000 + Math.floor(index / 7),
      delivered(partition, request, 1).booking.row,
    );
  }
  await pipeline.exec();
  return requests;
}

test('the log is as short as it may be after one call, however much there is to take out', async () => {
  const partitions = [randomId('part'), randomId('part')];
  const requests = await crowd(partitions, 5_300);
  expect(await retainLog(redis, partitions, { keepFromMs: 0, keepMost: 100 })).toBe(5_200);
  expect(await listed(partitions)).toEqual(requests.slice(-100));
  const aged = [randomId('part')];
  await crowd(aged, 2_300);
  expect(await retainLog(redis, aged, { keepFromMs: Number.MAX_SAFE_INTEGER, keepMost: 10_000 })).toBe(2_300);
});

test('several that shorten the log at once take out no more than one of them would', async () => {
  const partitions = [randomId('part'), randomId('part'), randomId('part')];
  const requests = await crowd(partitions, 4_000);
  const others = Array.from({ length: 4 }, () => new Redis(inject('redisUrl')));
  const taken = await Promise.all(
    others.map((other) => retainLog(other, partitions, { keepFromMs: 0, keepMost: 500 })),
  );
  await Promise.all(others.map((other) => other.quit()));
  expect(await listed(partitions)).toEqual(requests.slice(-500));
  expect(taken.reduce((sum, count) => sum + count, 0)).toBe(3_500);
});

test('whoever stops does not wait for the end of a long way', async () => {
  const partition = randomId('part');
  await crowd([partition], 3_000);
  const retention = { keepFromMs: 0, keepMost: 10 };
  expect(await retainLog(redis, [partition], retention, AbortSignal.abort())).toBe(1_000);
  expect(await retainLog(redis, [partition], retention)).toBe(1_990);
});

test('what is older than the retention leaves the log, and its sums stay', async () => {
  const partition = randomId('part');
  await enter(partition, 'req_old', 10);
  await enter(partition, 'req_new', 20);
  await retainLog(redis, [partition], { keepFromMs: 20, keepMost: 100 });
  expect(await listed([partition])).toEqual(['req_new']);
  expect(await log.read(partition, 'req_old')).toBeUndefined();
  expect(await log.read(partition, 'req_new')).toEqual(Buffer.from('req_new'));
  expect(await sums.rollup(partition, 1)).toEqual(new Map([['requests', '2']]));
});

test('a request that left the log is not counted again, and does not come back', async () => {
  const partition = randomId('part');
  await enter(partition, 'req_a', 10);
  await retainLog(redis, [partition], { keepFromMs: 20, keepMost: 100 });
  expect(await enter(partition, 'req_a', 10)).toBe('known');
  const later = { ...delivered(partition, 'req_a', 10), streamId: '1700000000000-2' };
  expect(await log.apply(later, () => later.booking)).toBe('replaced');
  expect(await listed([partition])).toEqual([]);
  expect(await sums.rollup(partition, 1)).toEqual(new Map([['requests', '1']]));
});

test('marks are forgotten as fast as they are made', async () => {
  const partition = randomId('part');
  const marks = Array.from({ length: 2_500 }, (_, index) => [index, `req_${index}`]).flat();
  await redis.zadd(keyspace.unlistedRequests(partition), ...marks);
  await retainLog(redis, [partition], { keepFromMs: 0, keepMost: 10 });
  expect(await redis.zcard(keyspace.unlistedRequests(partition))).toBe(0);
});

test('a mark is forgotten after its time, unless the stream still has an event from before', async () => {
  const [partition, waiting] = [randomId('part'), randomId('part')];
  const unlist = async (part: string, markedMs: number) =>
    (await unlistRequests(redis, keysOf(part), { beforeMs: 11, andThen: [], markedMs, most: 10 })).forgotten;
  await redis.xadd(keyspace.usageEvents(waiting), '*', 'request', 'req_a', 'event', 'e');
  for (const part of [partition, waiting]) {
    await enter(part, 'req_a', 10);
    expect(await unlist(part, 60_000)).toBe(0);
  }
  expect(await unlist(partition, -1)).toBe(1);
  expect(await redis.hlen(keyspace.requestEntries(partition))).toBe(0);
  expect(await unlist(waiting, -1)).toBe(0);
  expect(await enter(waiting, 'req_a', 10)).toBe('known');
});
