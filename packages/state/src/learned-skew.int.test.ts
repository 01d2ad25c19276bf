import { afterEach, expect, test, vi } from 'vitest';
import { KeyPool } from './key-pool.ts';
import { testKey } from './testing/test-pool.ts';
import { testRedis } from './testing/test-redis.ts';

const pool = new KeyPool(testRedis());
afterEach(() => void vi.useRealTimers());

const hourMs = 3_600_000;

/** A zone where the present hour is the last or the first one of the day. */
function zoneWhereHourIs(hour: 0 | 23, nowMs: number): string {
  const east = hour - new Date(nowMs).getUTCHours();
  const within = east > 12 ? east - 24 : east < -12 ? east + 24 : east;
  // These names have the sign of what is to be added to get UTC.
  return within === 0 ? 'Etc/GMT' : `Etc/GMT${within > 0 ? '-' : '+'}${Math.abs(within)}`;
}

test.each([
  ['an hour ahead, in the last hour of the day', 23, hourMs, 1],
  ['an hour behind, in the first hour of the day', 0, -hourMs, 24],
] as const)(
  'a told limit of a day ends by the day of Redis’s clock, for an asker whose clock is %s',
  async (_, hour, skewMs, hoursLeft) => {
    const trueMs = Date.now();
    const midnightMs = Math.floor(trueMs / hourMs) * hourMs + hoursLeft * hourMs;
    const day = { period: 'day', timeZone: zoneWhereHourIs(hour, trueMs) } as const;
    vi.useFakeTimers({ toFake: ['Date'], now: trueMs + skewMs });
    const key = testKey(pool);
    const told = { ...day, metric: 'requests', refill: 'calendar', limit: 5, remaining: 0 } as const;
    await pool.learn({ ...key, ageMs: 0, told: [{ ...told, model: 'gpt-4o', source: 'error', confidence: 'told' }] });
    const pace = { countedAs: 'gpt-4o', needs: { requests: 1 }, calendars: [day], nowMs: Date.now() };
    expect(await key.reserve({ pace })).toMatchObject({ granted: false, why: 'limit', untilMs: midnightMs });
  },
);
