import { encodeUsageEvent } from '@palimpsest/contracts';
import { partitionOf } from '@palimpsest/state';
import { startRedisProcess } from '@palimpsest/testkit';
import { afterAll, expect, test } from 'vitest';
import { openBooks } from '../testing/open-books.ts';
import { abandonedEvent, sampleEvent } from '../testing/sample-event.ts';
import { abandonExpired } from './abandon.ts';

const redis = await startRedisProcess();
const books = openBooks(redis.url);
afterAll(async () => {
  books.close();
  await redis.stop();
});

const open = (event = abandonedEvent(), leaseMs = 1) =>
  books.stream
    .open({ request: event.requestId, leaseMs, record: encodeUsageEvent(event) })
    .then(() => ({ event, partition: partitionOf(event.requestId) }));

test('a request whose lease ran out gets its abandoned entry once, whoever looks for it', async () => {
  const { event, partition } = await open();
  await expect.poll(() => Promise.all([1, 2].map(() => abandonExpired(books.stream, partition)))).toContain(1);
  expect(await abandonExpired(books.stream, partition)).toBe(0);
  await books.consumeAll();
  expect(await books.logged()).toEqual([event]);
});

test('a request that is still served, or whose event was appended, is not abandoned', async () => {
  const served = await open(undefined, 60_000);
  const ended = await open();
  await books.append(sampleEvent({ requestId: ended.event.requestId }));
  for (const { partition } of [served, ended]) expect(await abandonExpired(books.stream, partition)).toBe(0);
});
