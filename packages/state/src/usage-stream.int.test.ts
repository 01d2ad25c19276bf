import { requestId } from '@palimpsest/domain';
import { randomId, startOwnRedis } from '@palimpsest/testkit';
import { afterAll, expect, test, vi } from 'vitest';
import { connectRedis } from './connect-redis.ts';
import { keyspace } from './keyspace.ts';
import { partitionOf, usagePartitions } from './usage-partition.ts';
import { UsageStream } from './usage-stream.ts';

// Its own server: whoever takes expired requests takes those of all tests on it.
const server = await startOwnRedis();
const redis = connectRedis({ url: server.url, onError: console.error });
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});
const stream = new UsageStream(redis);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const newRequest = () => requestId(randomId('req'));

async function takeExpired(request: ReturnType<typeof newRequest>, againMs?: number) {
  const taken = await stream.takeExpired(partitionOf(request), 1000, againMs);
  return taken.filter((expired) => expired.request === request);
}

async function eventsOf(request: ReturnType<typeof newRequest>): Promise<string[]> {
  const entries = await redis.xrange(keyspace.usageEvents(partitionOf(request)), '-', '+');
  return entries.filter(([, fields]) => fields[1] === request).map(([, fields]) => fields[3] ?? '');
}

test('an open request whose lease runs out is handed out with its record, to one taker', async () => {
  const request = newRequest();
  const record = new Uint8Array([0, 255, 10, 128]);
  await stream.open({ request, leaseMs: 1, record });
  const taken = await vi.waitFor(async () => {
    const both = (await Promise.all([takeExpired(request), takeExpired(request)])).flat();
    expect(both).toHaveLength(1);
    return both;
  });
  expect(new Uint8Array(taken[0]?.record ?? [])).toEqual(record);
});

test('a taker that dies loses its claim to the next', async () => {
  const request = newRequest();
  await stream.open({ request, leaseMs: 1, record: bytes('r') });
  await vi.waitFor(async () => expect(await takeExpired(request, 1)).toHaveLength(1));
  await vi.waitFor(async () => expect(await takeExpired(request)).toHaveLength(1));
});

test('the event closes the open record with the same call', async () => {
  const request = newRequest();
  await stream.open({ request, leaseMs: 1, record: bytes('r') });
  await stream.append({ request, event: bytes('e') });
  expect(await redis.hexists(keyspace.openRecords(partitionOf(request)), request)).toBe(0);
  expect(await redis.zscore(keyspace.openRequests(partitionOf(request)), request)).toBeNull();
  expect(await eventsOf(request)).toEqual(['e']);
});

test('a request that is still served is not taken for abandoned', async () => {
  const request = newRequest();
  const { nowMs } = await stream.open({ request, leaseMs: 30, record: bytes('r') });
  await stream.renewOpen({ requests: [request, newRequest()], leaseMs: 60_000 });
  await vi.waitFor(async () => {
    const { nowMs: later } = await stream.open({ request: newRequest(), leaseMs: 1, record: bytes('clock') });
    expect(later).toBeGreaterThan(nowMs + 60);
  });
  expect(await takeExpired(request)).toEqual([]);
});

test('a real event after an abandoned one is kept beside it, both under the request', async () => {
  const request = newRequest();
  await stream.append({ request, event: bytes('abandoned') });
  await stream.append({ request, event: bytes('real') });
  expect(await eventsOf(request)).toEqual(['abandoned', 'real']);
});

test('requests spread over all partitions, and each finds its own again', () => {
  const requests = Array.from({ length: 4000 }, newRequest);
  for (const partition of usagePartitions) {
    const share = requests.filter((request) => partitionOf(request) === partition).length;
    expect(share).toBeGreaterThan(800);
  }
  expect(partitionOf(requestId('req_01J00000000000000000000000'))).toBe(
    partitionOf(requestId('req_01J00000000000000000000000')),
  );
});
