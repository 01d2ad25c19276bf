/** A calendar period in an IANA time zone that holds a given moment, and the one after it. Unix ms; an end is the next start. */
export type CalendarPeriod = { readonly startMs: number; readonly endMs: number; readonly nextEndMs: number };

export type PeriodName = 'minute' | 'day' | 'month';

const minuteMs = 60_000;
/** No zone is further from UTC than this, with room to spare. */
const widestOffsetMs = 16 * 60 * minuteMs;

const lastPeriod = new Map<string, CalendarPeriod>();

/**
 * The period that holds `atMs`. Days and months are exact across daylight saving: a day may have 23 or 25 hours.
 * The last period of each zone is remembered, so that this costs a look-up save at its boundaries.
 *
 * @throws RangeError where the time zone is unknown.
 */
export function calendarPeriod(period: PeriodName, timeZone: string, atMs: number): CalendarPeriod {
  // Every zone in use is a whole number of minutes from UTC.
  if (period === 'minute') {
    const startMs = Math.floor(atMs / minuteMs) * minuteMs;
    return { startMs, endMs: startMs + minuteMs, nextEndMs: startMs + 2 * minuteMs };
  }
  const name = `${period} ${timeZone}`;
  const last = lastPeriod.get(name);
  if (last !== undefined && last.startMs <= atMs && atMs < last.endMs) return last;
  const found = findPeriod(period, timeZone, atMs);
  lastPeriod.set(name, found);
  return found;
}

function findPeriod(period: 'day' | 'month', timeZone: string, atMs: number): CalendarPeriod {
  const { year, month, day } = localDate(timeZone, atMs);
  const startOf = (steps: number): number =>
    firstMomentOf(
      timeZone,
      period === 'day' ? Date.UTC(year, month - 1, day + steps) : Date.UTC(year, month - 1 + steps, 1),
    );
  // Where clocks went back over midnight a date is seen twice; the bounds decide to which period a moment belongs.
  let first = startOf(0) > atMs ? -1 : 0;
  while (startOf(first + 1) <= atMs) first += 1;
  return { startMs: startOf(first), endMs: startOf(first + 1), nextEndMs: startOf(first + 2) };
}

/** The first moment at which a calendar in the zone shows this date (given as its midnight in UTC) or a later one. */
function firstMomentOf(timeZone: string, dateUtc: number): number {
  let before = dateUtc - widestOffsetMs;
  let from = dateUtc + widestOffsetMs;
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    const { year, month, day } = localDate(timeZone, middle);
    if (Date.UTC(year, month - 1, day) < dateUtc) before = middle;
    else from = middle;
  }
  return from;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function localDate(timeZone: string, atMs: number): { year: number; month: number; day: number } {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'iso8601',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
    });
    formats.set(timeZone, format);
  }
  const parts = format.formatToParts(atMs);
  const read = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((part) => part.type === type)?.value);
  return { year: read('year'), month: read('month'), day: read('day') };
}
