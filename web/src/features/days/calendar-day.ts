const DAY_MS = 86_400_000;

/** A calendar day of UTC: `2026-01-31`. */
export type CalendarDay = `${number}-${number}-${number}`;

/** The day in which an instant (Unix ms) lies. */
export const dayAt = (ms: number): CalendarDay => new Date(ms).toISOString().slice(0, 10) as CalendarDay;

/** A text that is a day of the calendar. */
export function calendarDay(text: unknown): CalendarDay | undefined {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && dayAt(ms) === text ? dayAt(ms) : undefined;
}

/** The day so many days later; earlier where `days` is negative. */
export const daysLater = (day: CalendarDay, days: number): CalendarDay => dayAt(Date.parse(day) + days * DAY_MS);

/** How many days from one to another, both counted. */
export const daysBetween = (first: CalendarDay, last: CalendarDay): number =>
  (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
