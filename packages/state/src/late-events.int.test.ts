import { requestId } from '@palimpsest/domain';
import { randomId, startRedisProcess } from '@palimpsest/testkit';
import { afterAll, expect, test, vi } from 'vitest';
import { connectRedis } from './connect-redis.ts';
import { isStoreUnavailable } from './store-unavailable.ts';
import { partitionOf } from './usage-partition.ts';
import { UsageStream } from './usage-stream.ts';

const server = await startRedisProcess();
const redis = connectRedis({ url: server.url, onError: () => undefined });
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});
const stream = new UsageStream(redis);

async function appended(request: ReturnType<typeof requestId>): Promise<number> {
  let count = 0;
  for await (const entries of stream.entries(partitionOf(request)))
    count += entries.filter((entry) => entry.request === request).length;
  return count;
}

test('an event that a frozen server finds after its proxy gave it up is not appended, and is when it is tried again', async () => {
  const entry = { request: requestId(randomId('req')), event: new Uint8Array([1]) };
  await stream.open({ request: entry.request, leaseMs: 60_000, record: new Uint8Array([0]) });
  await server.pause();
  const error = await stream.append(entry).catch((thrown: unknown) => thrown);
  await server.resume();
  expect(isStoreUnavailable(error)).toBe(true);
  // Answered on the same connection, hence after the event.
  await vi.waitFor(async () => expect(await redis.ping()).toBe('PONG'));
  expect(await appended(entry.request)).toBe(0);
  await stream.append(entry);
  expect(await appended(entry.request)).toBe(1);
});

test('a server whose clock jumped takes events all the same', async () => {
  const entry = { request: requestId(randomId('req')), event: new Uint8Array([1]) };
  await stream.open({ request: entry.request, leaseMs: 60_000, record: new Uint8Array([0]) });
  const anHourBehind = performance.now() - 3_600_000;
  const now = vi.spyOn(performance, 'now').mockReturnValue(anHourBehind);
  try {
    await stream.append(entry);
  } finally {
    now.mockRestore();
  }
  expect(await appended(entry.request)).toBe(1);
});
