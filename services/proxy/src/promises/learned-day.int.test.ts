import { connectRedis, type RedisClient } from '@palimpsest/state';
import { startOwnRedis } from '@palimpsest/testkit';
import { expect, test, vi } from 'vitest';
import { freeGemini, freeGroq, freeOpenAi, freeOpenRouter, smallAnthropic } from '../testing/day/accounts.ts';
import { gatewayChooser } from '../testing/day/gateway-chooser.ts';
import { type Chooser, type DayFigures, type Place, runDay } from '../testing/day/run-day.ts';
import { shiftedRedis } from '../testing/day/shifted-redis.ts';
import { allKnowing, roundRobin } from '../testing/day/simple-choosers.ts';
import { seeded, traffic } from '../testing/day/traffic.ts';

/** Midnight in UTC; the night in California falls into the morning of this day. */
const startMs = Date.UTC(2026, 10, 1);
const seed = 20_261_101;

/** Fresh accounts: their limits remember who asked them. */
const accounts = (): readonly Place[] =>
  [freeOpenAi, freeOpenAi, freeGroq, freeGroq, freeGroq, freeGemini, freeGemini, freeGemini, freeOpenRouter]
    .concat([smallAnthropic])
    .map((open, index) => ({ account: open(), name: `account ${index}` }));

test('in a day of traffic against hidden limits fewer than 1 % of calls are refused and 95 % of the free capacity is used', async () => {
  // One for each day: what stops a vendor at the end of one, a Redis keeps in real time, and the next day begins before it is over.
  const servers = await Promise.all([startOwnRedis(), startOwnRedis()]);
  const clients = servers.map(({ url }) => connectRedis({ url, onError: () => undefined }));
  const [forMarks, forLearned] = clients as [RedisClient, RedisClient];
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const arrivals = traffic(startMs, 4.5, seeded(seed));
    let nowMs = startMs;
    const setNow = (atMs: number): void => {
      nowMs = atMs;
      vi.setSystemTime(atMs);
    };
    const now = (): number => nowMs;
    const play = (choose: (places: readonly Place[]) => Chooser): Promise<DayFigures> =>
      runDay(arrivals, choose(accounts()), setNow);
    const gateway = (client: RedisClient, learns: boolean) => (places: readonly Place[]) =>
      gatewayChooser(places, { redis: shiftedRedis(client, now), now, random: seeded(seed), learns });

    const there = await play((places) => allKnowing(places, now));
    const turns = await play(roundRobin);
    const marks = await play(gateway(forMarks, false));
    const learned = await play(gateway(forLearned, true));

    const row = (name: string, { served, calls, wasted }: DayFigures): string =>
      `${name.padEnd(28)} ${String(served).padStart(6)} served, ${((served / there.served) * 100).toFixed(1)} % of the capacity, ${String(wasted).padStart(6)} of ${calls} calls refused (${((wasted / calls) * 100).toFixed(2)} %)`;
    console.log(
      [
        `${arrivals.length} requests, capacity ${there.served}`,
        row('round robin', turns),
        row('marks alone', marks),
        row('marks and learned limits', learned),
      ].join('\n'),
    );
    expect(learned.wasted / learned.calls).toBeLessThan(0.01);
    expect(learned.served / there.served).toBeGreaterThanOrEqual(0.95);
    expect(learned.wasted).toBeLessThan(marks.wasted);
    expect(marks.wasted).toBeLessThan(turns.wasted);
  } finally {
    vi.useRealTimers();
    for (const client of clients) client.disconnect();
    await Promise.all(servers.map((server) => server.stop()));
  }
}, 120_000);
