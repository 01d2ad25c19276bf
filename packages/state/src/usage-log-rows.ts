import type { RedisKey } from './keyspace.ts';
import type { RedisClient } from './redis-client.ts';
import { decodeRow, type IndexRow, type LogPlace } from './usage-log-row.ts';

/** The part of the log to read: from included, to excluded, both Unix ms; and of that what comes after a place. */
export type LogSpan = { readonly fromMs: number; readonly toMs: number; readonly after?: LogPlace | undefined };

export type LogRow = { readonly atMs: number; readonly row: IndexRow };

const largestStep = 2000;

/**
 * The rows of one partition's log, newest first, in pieces that grow from `step` rows. Each piece starts from the place where the one before
 * ended, not from a count of rows, so that requests which arrive meanwhile shift nothing.
 */
export async function* readRows(
  redis: RedisClient,
  log: RedisKey,
  span: LogSpan,
  step: number,
): AsyncGenerator<readonly LogRow[]> {
  let after = span.after;
  let count = step;
  for (;;) {
    const from = after === undefined ? span.toMs - 1 : Math.min(after.atMs, span.toMs - 1);
    const flat = await redis.zrange(log, from, String(span.fromMs), 'BYSCORE', 'REV', 'LIMIT', 0, count, 'WITHSCORES');
    const rows = rowsAfter(after, flat);
    yield rows;
    if (flat.length < 2 * count) return;
    // A millisecond with more requests than a piece holds would be read for ever: then the piece grows past its bound.
    count = rows.length === 0 ? count * 2 : Math.min(count * 2, largestStep);
    const last = rows.at(-1);
    if (last !== undefined) after = { atMs: last.atMs, request: last.row.request };
  }
}

/** The rows of a reply, without those of the first millisecond that were read before. */
function rowsAfter(after: LogPlace | undefined, flat: readonly string[]): LogRow[] {
  const rows: LogRow[] = [];
  for (let at = 0; at < flat.length; at += 2) {
    const row = decodeRow(flat[at] ?? '');
    const atMs = Number(flat[at + 1]);
    if (after === undefined || atMs !== after.atMs || row.request < after.request) rows.push({ atMs, row });
  }
  return rows;
}
