import { makeClient, requestFilterToProto, UsageQueryService, usageEventFromProto } from '@palimpsest/contracts';
import { providerKeyId } from '@palimpsest/domain';
import { createLogger } from '@palimpsest/runtime';
import { usagePartitions } from '@palimpsest/state';
import { randomId, startRedisProcess, testAuthority } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Metering, startMetering } from './metering.ts';
import { cellField } from './rollups/cell.ts';
import { dayMs, dayOf } from './rollups/pulse.ts';
import { openBooks } from './testing/open-books.ts';
import { noonMs, sampleEvent } from './testing/sample-event.ts';

const authority = await testAuthority();
const redis = await startRedisProcess();
const books = openBooks(redis.url);
let metering: Metering;
let control: ReturnType<typeof makeClient<typeof UsageQueryService>>;

beforeAll(async () => {
  metering = await startMetering({
    redis: { url: redis.url },
    host: '127.0.0.1',
    grpcPort: 0,
    opsPort: 0,
    tls: await authority.issue('metering'),
    retention: { logDays: 365_000, logMost: 10_000, sessionTtlMs: 86_400_000 },
    logger: createLogger({ service: 'metering', level: 'silent' }),
  });
  control = makeClient(UsageQueryService, {
    address: `127.0.0.1:${metering.grpcPort}`,
    peer: 'metering',
    tls: await authority.issue('control'),
  });
});
afterAll(async () => {
  control.close();
  await metering.stop();
  books.close();
  await redis.stop();
});

// A busy machine is slow with so much; how long it takes is not what is promised here.
const patient = { timeoutMs: 60_000 };

test('a page of requests that passed over hundreds of keys is answered without them, and one request has them', async () => {
  const candidates = Array.from({ length: 300 }, () => ({
    key: providerKeyId(randomId('key')),
    provider: 'openai_compatible',
    model: 'gpt-4o-mini-2024-07-18',
    verdict: 'sleeping',
    untilMs: noonMs,
    remaining: 1,
  }));
  const refused = { outcome: 'rejected', errorCode: 'pool_exhausted', chain: [], candidates } as const;
  const events = Array.from({ length: 200 }, () => sampleEvent(refused));
  await Promise.all(events.map(books.append));
  const page = async () => (await control.call.listRequests({ limit: 200 }, patient)).requests;
  await expect.poll(async () => (await page()).length, { timeout: 30_000 }).toBe(200);
  const listed = (await page()).map(usageEventFromProto);
  expect(new Set(listed.map(({ requestId }) => requestId))).toEqual(new Set(events.map(({ requestId }) => requestId)));
  expect(listed.flatMap((event) => event.candidates)).toEqual([]);
  const [{ requestId } = sampleEvent()] = events;
  const { request } = await control.call.getRequest({ requestId }, patient);
  expect(request && usageEventFromProto(request)).toEqual(events[0]);
});

test('sums of a hundred thousand users are one answer', async () => {
  const day = dayOf(noonMs) - 1000;
  for (const [place, partition] of usagePartitions.entries()) {
    const sums = Array.from({ length: 25_000 }, (_, index) => {
      const user = `usr_${place}${String(index).padStart(25, '0')}`;
      const cell = { user, key: 'key_paid', provider: 'openai', model: 'smart' };
      return (['requests', 'prompt', 'cost'] as const).flatMap((metric) => [cellField(metric, cell), '1000']);
    });
    for (let from = 0; from < sums.length; from += 5_000)
      await books.redis.hset(`pgw:v1:{usage:${partition}}:rollup:${day}`, ...sums.slice(from, from + 5_000).flat());
    await books.redis.zadd(`pgw:v1:{usage:${partition}}:days`, day, day);
  }
  const filter = requestFilterToProto({ fromMs: day * dayMs, toMs: (day + 1) * dayMs });
  const { rows } = await control.call.getUsage({ filter, groupBy: ['user'] }, patient);
  expect(new Set(rows.map(({ userId }) => userId)).size).toBe(100_000);
  expect(rows.every(({ requests, cost }) => requests === 1000n && cost === 1000n)).toBe(true);
});
