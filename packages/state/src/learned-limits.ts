import { type LearnedLimit, type LimitCalendar, periodMs, type Refill, type ToldLimit } from '@palimpsest/domain';
import { calendarPeriod } from './calendar.ts';
import type { CalendarAsk, ToldAsk, ToldStanding } from './script-values.ts';
import { whileItLasts } from './while-it-lasts.ts';

/** The calendars of all providers, for reading a key without knowing its provider. */
export const everyCalendar: readonly LimitCalendar[] = [
  { period: 'day', timeZone: 'UTC' },
  { period: 'month', timeZone: 'UTC' },
  { period: 'day', timeZone: 'America/Los_Angeles' },
];

/** Of a provider whose limits follow none. */
export const noCalendar: readonly LimitCalendar[] = [];

/** An asker's clock may be ahead of Redis's by so much; by how much it is behind, up to a whole period, does not matter. Milliseconds. */
const aheadMs = 2 * 3_600_000;

/**
 * The periods of calendars that hold `nowMs` (Unix ms) and the moments around it: Redis, whose clock decides, takes the one that holds its
 * own.
 */
export const calendarsAt = (calendars: readonly LimitCalendar[], nowMs: number): CalendarAsk[] =>
  calendars.map(({ period, timeZone }) => {
    const { startMs, endMs, nextEndMs } = calendarPeriod(period, timeZone, nowMs - aheadMs);
    return [period, timeZone, startMs, endMs, nextEndMs];
  });

/** The same as they travel: the same text again while they last. */
export const calendarsText = whileItLasts((calendars: readonly LimitCalendar[], nowMs) => {
  const asked = calendarsAt(calendars, nowMs);
  return {
    made: JSON.stringify(asked),
    fromMs: Math.max(...asked.map(([, , startMs]) => startMs)) + aheadMs,
    untilMs: Math.min(...asked.map(([, , , endMs]) => endMs)) + aheadMs,
  };
});

/** The calendars that told limits follow. */
export const calendarsOf = (told: readonly ToldLimit[]): readonly LimitCalendar[] =>
  told.flatMap(({ refill, period, timeZone }) =>
    refill === 'calendar' && (period === 'day' || period === 'month') && timeZone !== undefined
      ? [{ period, timeZone }]
      : [],
  );

const notTold = -1;

/** Only what has an amount and a length can drip. */
const refillOf = ({ refill, period, limit }: ToldLimit): Refill =>
  refill === 'drip' && (limit === undefined || !(period in periodMs)) ? 'window' : refill;

export const askOf = (told: ToldLimit): ToldAsk => [
  told.model ?? '',
  told.metric,
  told.period,
  refillOf(told),
  told.timeZone ?? '',
  told.limit ?? notTold,
  told.remaining ?? notTold,
  told.resetsInMs ?? notTold,
  told.source,
  told.confidence,
];

/** Names what Lua gave of one limit. */
export const learnedFrom = ([
  metric,
  period,
  refill,
  _zone,
  limit,
  remaining,
  _atMs,
  resetsAtMs,
  source,
  confidence,
  toldAtMs,
  _drained,
  _tellings,
  name,
]: ToldStanding): LearnedLimit => ({
  metric,
  period,
  refill,
  limit: limit === 0 ? null : limit,
  remaining: remaining === false ? null : remaining,
  resetsAtMs: resetsAtMs === 0 ? null : resetsAtMs,
  source,
  confidence,
  toldAtMs,
  ...(name === '' ? {} : { model: name }),
});
