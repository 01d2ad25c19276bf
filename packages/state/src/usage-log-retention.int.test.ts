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

test('a mark is forgotten after its time, unless the stream still has an event from before', async () => {
  const [partition, waiting] = [randomId('part'), randomId('part')];
  const unlist = async (part: string, markedMs: number) =>
    (await unlistRequests(redis, keysOf(part), { drop: 10, markedMs, most: 10 })).forgotten;
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
