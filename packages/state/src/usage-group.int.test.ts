import { randomId } from '@palimpsest/testkit';
import { beforeAll, expect, inject, test, vi } from 'vitest';
import { connectRedis } from './connect-redis.ts';
import { keyspace } from './keyspace.ts';
import { testRedis } from './testing/test-redis.ts';
import { UsageGroup } from './usage-group.ts';

const redis = testRedis();
const onError = (error: Error): void => {
  throw error;
};

/** A reader of a stream that no other test touches: partitions are only names to it. */
async function newReader() {
  const partition = randomId('test');
  const blocking = connectRedis({ url: inject('redisUrl'), use: 'blocking', onError });
  const group = new UsageGroup(redis, blocking);
  const reader = { partition, group: 'metering', consumer: 'one' };
  await group.ensureGroup(partition, reader.group);
  const write = async (...events: string[]): Promise<void> => {
    for (const event of events)
      await redis.xadd(keyspace.usageEvents(partition), '*', 'request', `r-${event}`, 'event', event);
  };
  return { reader, group, write, length: () => redis.xlen(keyspace.usageEvents(partition)) };
}

let one: Awaited<ReturnType<typeof newReader>>;
beforeAll(async () => {
  one = await newReader();
});
const ask = { count: 10, blockMs: 50 };
const texts = (entries: readonly { request: string; event: Uint8Array }[]): string[] =>
  entries.map(({ request, event }) => `${request}=${new TextDecoder().decode(event)}`);

test('a group reads entries in order, waits for none longer than asked, and may be ensured twice', async () => {
  const { reader, group, write } = one;
  await group.ensureGroup(reader.partition, reader.group);
  expect(await group.readGroup(reader, ask)).toEqual([]);
  const waiting = group.readGroup(reader, { count: 10, blockMs: 5000 });
  await write('a');
  expect(texts(await waiting)).toEqual(['r-a=a']);
});

test('what a dead consumer left goes to another, and what was acknowledged does not', async () => {
  const { reader, group, write } = await newReader();
  await write('a', 'b');
  const [first] = await group.readGroup(reader, ask);
  await group.ack(reader.partition, reader.group, [first?.id ?? '']);
  const heir = { ...reader, consumer: 'two' };
  await vi.waitFor(async () =>
    expect(texts(await group.claimStale(heir, { idleMs: 5, count: 10 }))).toEqual(['r-b=b']),
  );
  expect(await group.claimStale(heir, { idleMs: 60_000, count: 10 })).toEqual([]);
});

test('an entry that is not of our making comes through as empty, not as an error', async () => {
  const { reader, group } = await newReader();
  await redis.xadd(keyspace.usageEvents(reader.partition), '*', 'other', 'x');
  expect(texts(await group.readGroup(reader, ask))).toEqual(['=']);
});

test('a consumer is forgotten once it is idle and owes nothing; what another owes is still handed on', async () => {
  const { reader, group, write } = await newReader();
  const { partition } = reader;
  const [owing, idle] = [reader, { ...reader, consumer: 'two' }];
  const any = { partition, group: reader.group };
  const names = async () =>
    ((await redis.xinfo('CONSUMERS', keyspace.usageEvents(partition), reader.group)) as string[][]).map(
      ([, name]) => name,
    );
  await write('a', 'b');
  await group.readGroup(owing, { ...ask, count: 1 });
  const [second] = await group.readGroup(idle, ask);
  await group.ack(partition, reader.group, [second?.id ?? '']);
  expect(await group.forgetConsumers(any, 60_000)).toBe(0);
  expect(await group.forgetConsumers(owing, 0)).toBe(0);
  expect(await names()).toEqual(['one', 'two']);
  expect(await group.forgetConsumers(any, 0)).toBe(1);
  expect(await names()).toEqual(['one']);

  expect(texts(await group.claimStale(idle, { idleMs: 0, count: 10 }))).toEqual(['r-a=a']);
  expect(await group.forgetConsumers(idle, 0)).toBe(0);
  expect(await group.forgetConsumers(owing, 0)).toBe(1);
  expect(await names()).toEqual(['two']);
});

test('a consumer that is forgotten while it waits gets what comes all the same', async () => {
  const { reader, group, write } = await newReader();
  await write('a');
  const [first] = await group.readGroup(reader, ask);
  await group.ack(reader.partition, reader.group, [first?.id ?? '']);
  const waiting = group.readGroup(reader, { count: 10, blockMs: 5000 });
  await vi.waitFor(async () => expect(await redis.info('clients')).toMatch(/^blocked_clients:[1-9]/m));
  expect(await group.forgetConsumers(reader, 0)).toBe(1);
  await write('b');
  expect(texts(await waiting)).toEqual(['r-b=b']);
  expect(await group.lag(reader.partition, reader.group)).toEqual({ waiting: 0, pending: 1 });
});

test('the lag tells what waits and what is being worked on', async () => {
  const { reader, group, write } = await newReader();
  await write('a', 'b', 'c');
  await group.readGroup(reader, { count: 1, blockMs: 50 });
  expect(await group.lag(reader.partition, reader.group)).toEqual({ waiting: 2, pending: 1 });
});

test('the stream is trimmed only behind what every group has acknowledged', async () => {
  const { reader, group, write, length } = await newReader();
  const slow = { ...reader, group: 'other' };
  await group.ensureGroup(reader.partition, slow.group);
  await write('a', 'b', 'c');
  const entries = await group.readGroup(reader, ask);
  await group.ack(
    reader.partition,
    reader.group,
    entries.map(({ id }) => id),
  );
  expect(await group.trimBehind(reader.partition)).toBe(0);
  const [first, second] = await group.readGroup(slow, ask);
  await group.ack(reader.partition, slow.group, [first?.id ?? '']);
  expect(await group.trimBehind(reader.partition)).toBe(1);
  await group.ack(reader.partition, slow.group, [second?.id ?? '']);
  expect(await group.trimBehind(reader.partition)).toBe(1);
  expect(await length()).toBe(1);
});

test('a stream that nobody reads, or that is not there, is left alone', async () => {
  const { group } = one;
  expect(await group.trimBehind(randomId('test'))).toBe(0);
  const partition = randomId('test');
  await redis.xadd(keyspace.usageEvents(partition), '*', 'request', 'r', 'event', 'e');
  expect(await group.trimBehind(partition)).toBe(0);
});
