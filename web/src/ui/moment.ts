const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const dayAndTime = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const date = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });

/** An instant in the reader's own time zone: the time alone for today, the day too in the last months, else the date. */
export function localMoment(at: Date, now: Date): string {
  if (at.toDateString() === now.toDateString()) return time.format(at);
  return at.getFullYear() === now.getFullYear() ? dayAndTime.format(at) : date.format(at);
}
