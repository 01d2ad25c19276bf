import type { Until } from '@palimpsest/testkit';

const quarterMs = 15 * 60_000;

/** The first boundary of a calendar period after `nowMs`, found by looking at the clock on the wall every quarter of an hour. */
function nextBoundary(
  { period, timeZone }: { period: 'day' | 'week' | 'month'; timeZone: string },
  nowMs: number,
): number {
  const wall = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  });
  for (let at = Math.ceil((nowMs + 1) / quarterMs) * quarterMs; ; at += quarterMs) {
    const parts = Object.fromEntries(wall.formatToParts(at).map(({ type, value }) => [type, value]));
    const isMidnight = parts.hour === '00' && parts.minute === '00';
    const begins = period === 'day' || (period === 'week' ? parts.weekday === 'Mon' : parts.day === '1');
    if (isMidnight && begins) return at;
  }
}

/** When a mark made at `nowMs` must end, Unix ms; `null`: by hand. */
export function endsAt(until: Until, nowMs: number): number | null {
  if (typeof until === 'number') return nowMs + until * 1000;
  if (typeof until === 'object') return nextBoundary(until, nowMs);
  switch (until) {
    case 'the cooldown':
      return nowMs + 30_000;
    case 'ten minutes':
      return nowMs + 600_000;
    case 'an hour':
      return nowMs + 3_600_000;
    case 'an operator resumes it':
      return null;
  }
}
