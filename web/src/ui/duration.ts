const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const two = (count: number): string => String(count).padStart(2, '0');

/** A span of milliseconds in its two largest units, cut down to whole ones: `41 s`, `4 min 05 s`, `2 h 13 min`, `3 d 04 h`. */
export function duration(ms: number): string {
  const part = (unit: number, of: number) => Math.floor((ms % of) / unit);
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min ${two(part(SECOND, MINUTE))} s`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h ${two(part(MINUTE, HOUR))} min`;
  return `${Math.floor(ms / DAY)} d ${two(part(HOUR, DAY))} h`;
}

/** How long until `until` (RFC 3339), rounded up to the second; `undefined` once it has passed. */
export function timeLeft(until: string, nowMs: number): string | undefined {
  const leftMs = Date.parse(until) - nowMs;
  return leftMs > 0 ? duration(Math.ceil(leftMs / SECOND) * SECOND) : undefined;
}

/** How long a call took: `840 ms`, `3.2 s`, `1 min 04 s`. */
export function latency(ms: number): string {
  if (ms < SECOND) return `${ms} ms`;
  return ms < MINUTE ? `${(ms / SECOND).toFixed(1)} s` : duration(ms);
}
