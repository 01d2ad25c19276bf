import { requestId } from '@palimpsest/domain';
import { usagePartitions } from '@palimpsest/state';
import { randomId, startOwnRedis } from '@palimpsest/testkit';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { poisonText, replayAll } from '../stream/poison.ts';
import { keptBooks } from '../testing/kept-books.ts';
import { openBooks } from '../testing/open-books.ts';
import { verifyLedger } from './verify-ledger.ts';

const server = await startOwnRedis();
const books = openBooks(server.url);
const { redis } = books;
const { begin, settle, call, ada, key } = keptBooks(books);
afterAll(async () => {
  books.close();
  await server.stop();
});
beforeEach(() => redis.flushall());

const booksThatDiffer = async () => [
  ...new Set((await verifyLedger(redis, { patienceMs: 100 })).differences.map(({ book }) => book)),
];

test('an entry that is gone from the log shows in its sums and in the counters', async () => {
  await call();
  const lost = await call();
  await books.consumeAll();
  for (const partition of usagePartitions) {
    const log = `pgw:v1:{usage:${partition}}:log`;
    for (const row of await redis.zrange(log, 0, '-1')) if (row.includes(lost.requestId)) await redis.zrem(log, row);
    await redis.hdel(`pgw:v1:{usage:${partition}}:entries`, lost.requestId);
    await redis.del(`pgw:v1:{usage:${partition}}:events`);
  }
  expect(await booksThatDiffer()).toEqual(['day sums', 'pulse', 'user counter', 'key counter']);
});

test('a row that is gone while its entry stands is a fault of the log', async () => {
  await call();
  await books.consumeAll();
  for (const partition of usagePartitions) await redis.del(`pgw:v1:{usage:${partition}}:log`);
  expect(await booksThatDiffer()).toContain('request log');
});

test('an event that was lost before it was applied shows in the counters', async () => {
  await settle(await begin());
  for (const partition of usagePartitions) await redis.del(`pgw:v1:{usage:${partition}}:events`);
  expect(await booksThatDiffer()).toEqual(['user counter', 'key counter']);
});

test('a reservation that no lease will ever end is named', async () => {
  const { request } = await begin();
  await redis.zrem(`pgw:v1:{u:${ada}}:leases`, request);
  const { differences } = await verifyLedger(redis, { patienceMs: 100 });
  expect(differences).toEqual([
    { book: 'user counter', subject: ada, figure: 'reservations that nothing ends', expected: 0n, found: 1n },
  ]);
});

test('what a key brought along from another quota group is no difference', async () => {
  await call();
  await books.consumeAll();
  await books.pool.carry({ key, from: key, to: 'group:free' });
  expect(await booksThatDiffer()).toEqual([]);
});

test('an entry that nobody can read is named until it is replayed for somebody who can', async () => {
  const event = await call();
  const broken = requestId(randomId('req'));
  await books.stream.append({ request: broken, event: Buffer.from([0xff, 0x00]) });
  await books.consumeAll();
  expect(await booksThatDiffer()).toEqual(['usage stream']);
  expect(await poisonText(books.poison, usagePartitions)).toContain(broken);
  expect(await replayAll(books.poison, usagePartitions)).toBe(1);
  expect(await poisonText(books.poison, usagePartitions)).toBe('0 entries are set aside.');
  await books.consumeAll();
  expect(await booksThatDiffer()).toEqual(['usage stream']);
  expect(await books.logged()).toEqual([event]);
});
