import { createMetrics } from '@palimpsest/runtime';
import { expect, test } from 'vitest';
import { createMeteringMetrics } from '../metrics.ts';
import { checkOnce, untilNight } from './nightly.ts';

const hour = 3_600_000;

test('the night is at three in the morning, UTC, and after it the next one', () => {
  expect(untilNight(Date.UTC(2026, 2, 1, 0))).toBe(3 * hour);
  expect(untilNight(Date.UTC(2026, 2, 1, 3))).toBe(24 * hour);
  expect(untilNight(Date.UTC(2026, 2, 1, 3) + 1)).toBe(24 * hour - 1);
  expect(untilNight(Date.UTC(2026, 2, 1, 2, 59))).toBe(60_000);
});

const observed = () => {
  const registry = createMetrics('metering');
  const lines: string[] = [];
  const say = (_: unknown, text: string | undefined) => void lines.push(String(text));
  const logger = { info: say, error: say, warn: say } as unknown as Parameters<typeof checkOnce>[0]['logger'];
  return { registry, lines, logger, metrics: createMeteringMetrics(registry) };
};

test('every difference is logged and counted by its book', async () => {
  const { registry, lines, logger, metrics } = observed();
  const difference = {
    book: 'user counter',
    subject: 'usr_1',
    figure: 'requests:day:UTC',
    expected: 1n,
    found: 2n,
  } as const;
  const checked = { requests: 1, days: 1, counters: 1 };
  await checkOnce({ check: async () => ({ differences: [difference], explained: [], checked }), metrics, logger });
  expect(lines).toEqual(['the books do not agree', 'the books were checked']);
  const text = await registry.metrics();
  expect(text).toContain('palimpsest_metering_ledger_differences{book="user counter",service="metering"} 1');
  expect(text).toContain('palimpsest_metering_ledger_differences{book="day sums",service="metering"} 0');
});

test('a check that was not possible changes no figure and is told', async () => {
  const { lines, logger, metrics } = observed();
  await checkOnce({ check: () => Promise.reject(new Error('away')), metrics, logger });
  expect(lines).toEqual(['the books could not be checked']);
});
