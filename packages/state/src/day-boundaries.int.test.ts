import { type Limit, requestId, userId } from '@palimpsest/domain';
import { randomId } from '@palimpsest/testkit';
import { expect, test } from 'vitest';
import { calendarPeriod } from './calendar.ts';
import { keyspace } from './keyspace.ts';
import { reserveUser } from './scripts.gen.ts';
import { inTime } from './stale.ts';
import { testRedis } from './testing/test-redis.ts';
import { oneRequest } from './testing/test-windows.ts';
import { windowsOf } from './windows.ts';

const redis = testRedis();
const hourMs = 3_600_000;
const daily = (timeZone: string): Limit => ({
  metric: 'requests',
  amount: 2,
  period: 'day',
  timeZone,
  models: undefined,
  enforce: true,
});

/** The function as it is, with a clock that the test sets: the one line that asks Redis for the time gives this one. */
function reserveAt(atMs: number) {
  const { lua } = reserveUser.source;
  const clock = "redis.call('TIME')";
  expect(lua.split(clock)).toHaveLength(2);
  return lua.replace(clock, `{ ${Math.floor(atMs / 1000)}, ${(atMs % 1000) * 1000} }`);
}

/** Whether a request at this moment is granted, asked with the windows of a clock that is `offMs` away. */
async function grantedAt(user: ReturnType<typeof userId>, timeZone: string, atMs: number, offMs = 0): Promise<boolean> {
  const windows = windowsOf([daily(timeZone)], 'gpt-4o', atMs + offMs);
  const keys = [
    keyspace.userCounters(user),
    keyspace.userReservations(user),
    keyspace.userLeases(user),
    keyspace.userSwept(user),
  ];
  const { verdict } = await inTime(windows, async (seen) => {
    const request = requestId(randomId('req'));
    const ask = { request, leaseMs: 100 * hourMs, windows: seen, takes: oneRequest, concurrent: -1 };
    const args = reserveUser.source.encode(ask);
    const replies = (await redis.eval(reserveAt(atMs), keys.length, ...keys, ...args)) as [[string, number]];
    const [[answered, nowMs]] = replies;
    return { verdict: answered, nowMs };
  });
  return verdict === 'granted';
}

const days: readonly [name: string, zone: string, start: string, hours: number][] = [
  ['an ordinary day in Tokyo', 'Asia/Tokyo', '2026-05-04T15:00:00Z', 24],
  ['the short day in New York', 'America/New_York', '2026-03-08T05:00:00Z', 23],
  ['the long day in New York', 'America/New_York', '2026-11-01T04:00:00Z', 25],
  ['the short day in London', 'Europe/London', '2026-03-29T00:00:00Z', 23],
  ['the long day in London', 'Europe/London', '2026-10-24T23:00:00Z', 25],
];

test.each(days)('%s is one window from its first millisecond to its last', async (_, zone, start, hours) => {
  const startMs = Date.parse(start);
  const endMs = startMs + hours * hourMs;
  expect(calendarPeriod('day', zone, startMs + hourMs)).toMatchObject({ startMs, endMs });
  const user = userId(randomId('usr'));
  const granted = [];
  for (const atMs of [
    startMs - 2,
    startMs - 1,
    startMs - 1,
    startMs,
    endMs - 1,
    endMs - 1,
    endMs,
    endMs + 1,
    endMs + 2,
  ])
    granted.push(await grantedAt(user, zone, atMs));
  expect(granted).toEqual([true, true, false, true, true, false, true, true, false]);
});

test.each(days)('%s is the same for a proxy whose clock is off by minutes or days', async (_, zone, start, hours) => {
  const startMs = Date.parse(start);
  const user = userId(randomId('usr'));
  const granted = [];
  for (const offMs of [-5 * 60_000, 5 * 60_000, 3 * 24 * hourMs])
    granted.push(await grantedAt(user, zone, startMs + hours * hourMs - 1, offMs));
  for (const offMs of [-5 * 60_000, -3 * 24 * hourMs, 5 * 60_000])
    granted.push(await grantedAt(user, zone, startMs + hours * hourMs, offMs));
  expect(granted).toEqual([true, true, false, true, true, false]);
});
