import { status } from '@grpc/grpc-js';
import {
  makeClient,
  requestFilterToProto,
  UsageQueryService,
  usageEventFromProto,
  usageRowFromProto,
} from '@palimpsest/contracts';
import { providerKeyId, type UsageEvent, userId } from '@palimpsest/domain';
import { createLogger } from '@palimpsest/runtime';
import { randomId, startRedisProcess, testAuthority } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Metering, startMetering } from './metering.ts';
import { openBooks } from './testing/open-books.ts';
import { limitedAttempt, noonMs, sampleAttempt, sampleEvent } from './testing/sample-event.ts';

const authority = await testAuthority();
const redis = await startRedisProcess();
const books = openBooks(redis.url);
let metering: Metering;
let control: ReturnType<typeof makeClient<typeof UsageQueryService>>;

const clientOf = async (name: string) =>
  makeClient(UsageQueryService, {
    address: `127.0.0.1:${metering.grpcPort}`,
    peer: 'metering',
    tls: await authority.issue(name),
  });

const start = async (grpcPort: number) =>
  startMetering({
    redis: { url: redis.url },
    host: '127.0.0.1',
    grpcPort,
    opsPort: 0,
    tls: await authority.issue('metering'),
    retention: { logDays: 365_000, logMost: 10_000, sessionTtlMs: 86_400_000 },
    logger: createLogger({ service: 'metering', level: 'silent' }),
  });

beforeAll(async () => {
  metering = await start(0);
  control = await clientOf('control');
});
afterAll(async () => {
  control.close();
  await metering.stop();
  books.close();
  await redis.stop();
});

const ada = userId(randomId('usr'));
const ofAda = { filter: requestFilterToProto({ userId: ada }) };

async function enter(events: readonly UsageEvent[]): Promise<void> {
  await Promise.all(events.map(books.append));
  const last = events.map(({ requestId }) => requestId);
  await expect
    .poll(
      async () =>
        Promise.all(last.map((requestId) => control.call.getRequest({ requestId }).then(Boolean, () => false))),
      { timeout: 10_000 },
    )
    .not.toContain(false);
}

const list = async (request: Parameters<typeof control.call.listRequests>[0]) => {
  const { requests, nextCursor } = await control.call.listRequests(request);
  return { events: requests.map(usageEventFromProto), nextCursor };
};

test('a request is found with its whole chain as soon as its event is appended', async () => {
  const event = sampleEvent({ chain: [limitedAttempt(), sampleAttempt()], session: 'chat 1' });
  await enter([event]);
  const { request } = await control.call.getRequest({ requestId: event.requestId });
  expect(request && usageEventFromProto(request)).toEqual(event);
  await expect(control.call.getRequest({ requestId: randomId('req') })).rejects.toMatchObject({
    code: status.NOT_FOUND,
  });
});

test('pages of the log follow each other while new requests arrive', async () => {
  const events = Array.from({ length: 25 }, (_, index) =>
    sampleEvent({ userId: ada, atMs: noonMs + Math.floor(index / 3) }),
  );
  await enter(events);
  const pages: UsageEvent[][] = [];
  for (let cursor = ''; ; ) {
    const page = await list({ ...ofAda, limit: 10, cursor });
    pages.push(page.events);
    await enter([sampleEvent({ userId: ada, atMs: noonMs + 1_000 })]);
    cursor = page.nextCursor;
    if (cursor === '') break;
  }
  expect(pages.map((page) => page.length)).toEqual([10, 10, 5]);
  const found = pages.flat();
  expect(new Set(found.map(({ requestId }) => requestId))).toEqual(new Set(events.map(({ requestId }) => requestId)));
  expect(found.map(({ atMs }) => atMs)).toEqual(found.map(({ atMs }) => atMs).toSorted((a, b) => b - a));
});

test('each filter of the log gives what it names', async () => {
  const user = userId(randomId('usr'));
  const free = providerKeyId(randomId('key'));
  const failedOver = sampleEvent({
    userId: user,
    chain: [limitedAttempt({ key: free, provider: 'gemini' }), sampleAttempt()],
    session: 'a',
  });
  const rejected = sampleEvent({ userId: user, outcome: 'rejected', chain: [], model: 'other', atMs: noonMs + 60_000 });
  await enter([failedOver, rejected]);
  const found = async (filter: Parameters<typeof requestFilterToProto>[0]) =>
    (await list({ filter: requestFilterToProto({ userId: user, ...filter }) })).events.map(
      ({ requestId }) => requestId,
    );
  expect(await found({})).toEqual([rejected.requestId, failedOver.requestId]);
  expect(await found({ outcome: 'rejected' })).toEqual([rejected.requestId]);
  expect(await found({ model: 'smart' })).toEqual([failedOver.requestId]);
  expect(await found({ session: 'a' })).toEqual([failedOver.requestId]);
  expect(await found({ keyId: free })).toEqual([failedOver.requestId]);
  expect(await found({ provider: 'gemini' })).toEqual([failedOver.requestId]);
  expect(await found({ provider: 'anthropic' })).toEqual([]);
  expect(await found({ fromMs: noonMs + 1 })).toEqual([rejected.requestId]);
  expect(await found({ toMs: noonMs + 60_000 })).toEqual([failedOver.requestId]);
});

test('usage adds up to the log, by any mix of groups', async () => {
  const user = userId(randomId('usr'));
  const broken = sampleAttempt({ key: providerKeyId('key_broken'), class: 'transient', cost: 500n });
  await enter([
    sampleEvent({ userId: user }),
    sampleEvent({ userId: user, chain: [broken, sampleAttempt()], operatorCost: 500n }),
    sampleEvent({ userId: user, outcome: 'rejected', chain: [] }),
    sampleEvent({ userId: user, atMs: noonMs + 86_400_000 }),
    sampleEvent({ userId: user, atMs: noonMs + 86_400_000, model: 'free', cost: undefined }),
  ]);
  const usage = async (groupBy: string[], filter: Parameters<typeof requestFilterToProto>[0] = {}) => {
    const { rows } = await control.call.getUsage({
      groupBy,
      filter: requestFilterToProto({ userId: user, ...filter }),
    });
    return rows.map(usageRowFromProto);
  };
  expect(await usage([])).toMatchObject([
    { requests: 5, totalTokens: 480, cost: 105_000n, unpricedRequests: 1, operatorCost: 500n },
  ]);
  expect(await usage(['key'])).toMatchObject([
    { keyId: undefined, requests: 1, cost: 0n },
    { keyId: 'key_broken', requests: 0, operatorCost: 500n },
    { keyId: 'key_paid', requests: 4, cost: 105_000n },
  ]);
  expect(await usage(['day', 'model'])).toMatchObject([
    { day: '2026-03-01', model: 'smart', requests: 3 },
    { day: '2026-03-02', model: 'free', requests: 1, cost: 0n, unpricedRequests: 1 },
    { day: '2026-03-02', model: 'smart', requests: 1, unpricedRequests: 0 },
  ]);
  expect(await usage(['user'], { fromMs: noonMs + 86_400_000 })).toMatchObject([{ userId: user, requests: 2 }]);
});

test('the overview counts what was admitted since a moment, and the sessions that are active', async () => {
  const before = await control.call.getOverview({ fromMs: BigInt(Date.now() - 60_000) });
  const now = Date.now();
  await enter([
    sampleEvent({ atMs: now, session: randomId('chat'), chain: [limitedAttempt(), sampleAttempt()] }),
    sampleEvent({ atMs: now, outcome: 'failed', chain: [limitedAttempt()] }),
  ]);
  const after = await control.call.getOverview({ fromMs: BigInt(now - 60_000) });
  expect(Number(after.requests - before.requests)).toBe(2);
  expect(after).toMatchObject({
    succeeded: before.succeeded + 1n,
    failed: before.failed + 1n,
    failovers: before.failovers + 1n,
  });
  expect(after).toMatchObject({
    cost: before.cost + 35_000n,
    totalTokens: before.totalTokens + 120n,
    activeSessions: before.activeSessions + 1n,
  });
});

test.each([
  ['a cursor of somebody else', { cursor: 'bm9wZQ' }],
  ['more than 200 at once', { limit: 201 }],
  ['an outcome that there is not', { filter: { ...requestFilterToProto({}), outcome: 'won' } }],
])('%s is refused as an invalid argument', async (_, request) => {
  await expect(control.call.listRequests(request)).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
});

test('nobody but control is answered', async () => {
  const proxy = await clientOf('proxy');
  await expect(proxy.call.getOverview({})).rejects.toMatchObject({ code: status.PERMISSION_DENIED });
  proxy.close();
});

test('it is ready once it follows the stream, and shows what it did', async () => {
  const ops = `http://127.0.0.1:${metering.opsPort}`;
  await expect.poll(async () => (await fetch(`${ops}/readyz`)).status).toBe(200);
  const metrics = await (await fetch(`${ops}/metrics`)).text();
  expect(metrics).toMatch(/palimpsest_metering_events_total\{result="applied",service="metering"\} \d+/);
  expect(metrics).toMatch(/palimpsest_metering_requests_total\{outcome="success",service="metering"\} \d+/);
});

test('a port that is taken is named with its variable', async () => {
  const { grpcPort } = metering;
  await expect(start(grpcPort)).rejects.toThrow(`port ${grpcPort} is already in use`);
});

test('a question while Redis is away is answered as unavailable, and well once it is back', {
  timeout: 60_000,
}, async () => {
  await redis.pause();
  await expect(control.call.getUsage({})).rejects.toMatchObject({ code: status.UNAVAILABLE });
  await redis.resume();
  await expect.poll(() => control.call.getUsage({}).then(Boolean, () => false), { timeout: 15_000 }).toBe(true);
});
