import { usagePartitions } from '@palimpsest/state';
import { startRedisProcess } from '@palimpsest/testkit';
import { afterAll, expect, test } from 'vitest';
import { meteringGroup } from './consume.ts';
import { openBooks } from './testing/open-books.ts';
import { sampleEvent } from './testing/sample-event.ts';
import { meteringHouse } from './testing/sample-process.ts';

const redis = await startRedisProcess(['--appendonly', 'yes', '--appendfsync', 'always']);
const books = openBooks(redis.url);
const house = await meteringHouse(redis.url);
afterAll(async () => {
  await house.stop();
  books.close();
  await redis.stop();
});

const counted = async () => (await books.usage())[0]?.requests ?? 0;
/** In the groups of all partitions. */
const consumers = async () => {
  const groups = await Promise.all(
    usagePartitions.map((one) => books.redis.xinfo('CONSUMERS', `pgw:v1:{usage:${one}}:events`, meteringGroup)),
  );
  return groups.flat().length;
};
const isReady = (opsUrl: string) =>
  fetch(`${opsUrl}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
const append = (count: number) =>
  Promise.all(Array.from({ length: count }, () => books.append(sampleEvent({ atMs: Date.now() }))));

test('every request counts once, however often metering is killed', { timeout: 120_000 }, async () => {
  const first = await house.start();
  await append(50);
  await expect.poll(counted, { timeout: 30_000 }).toBeGreaterThan(0);
  // Two at work, and each killed while the events of a burst are on their way through it.
  const second = await house.start();
  await expect.poll(() => isReady(second.opsUrl), { timeout: 30_000 }).toBe(true);
  await append(50);
  await first.end('SIGKILL');
  await append(50);
  await expect.poll(counted, { timeout: 30_000 }).toBeGreaterThan(100);
  await append(50);
  await second.end('SIGKILL');

  const last = await house.start();
  await expect.poll(counted, { timeout: 40_000 }).toBe(200);
  expect(await books.usage()).toMatchObject([{ requests: 200, totalTokens: 24_000, cost: 7_000_000n }]);
  expect(await books.logged()).toHaveLength(200);
  expect(await last.end('SIGTERM')).toBe(0);
});

test('it goes on when Redis restarts or comes back without its data, and leaves no consumer behind', {
  timeout: 120_000,
}, async () => {
  const metering = await house.start();
  await expect.poll(() => isReady(metering.opsUrl), { timeout: 30_000 }).toBe(true);
  await redis.restart();
  await append(10);
  await expect.poll(counted, { timeout: 30_000 }).toBe(210);

  await books.redis.flushall();
  await append(5);
  await expect.poll(counted, { timeout: 30_000 }).toBe(5);
  await expect.poll(() => isReady(metering.opsUrl), { timeout: 30_000 }).toBe(true);
  expect(await consumers()).toBeGreaterThan(0);
  expect(await metering.end('SIGTERM')).toBe(0);
  expect(await consumers()).toBe(0);
});

test('told to stop while Redis is away, it stops in good order', { timeout: 120_000 }, async () => {
  const metering = await house.start();
  await expect.poll(() => isReady(metering.opsUrl), { timeout: 30_000 }).toBe(true);
  await redis.pause();
  try {
    await expect.poll(() => isReady(metering.opsUrl), { timeout: 30_000 }).toBe(false);
    expect(await metering.end('SIGTERM')).toBe(0);
  } finally {
    await redis.resume();
  }
});
