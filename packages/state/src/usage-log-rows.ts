import type { RedisKey } from './keyspace.ts';
import type { RedisClient } from './script.ts';
import { decodeRow, type IndexRow, type LogPlace } from './usage-log-row.ts';

/** The part of the log to read: from included, to excluded, both Unix ms; and of that what comes after a place. */
export type LogSpan = { readonly fromMs: number; readonly toMs: number; readonly after?: LogPlace | undefined };

export type LogRow = { readonly atMs: number; readonly row: IndexRow };

const largestStep = 2000;

/**
 * The rows of one partition's log, newest first, read ahead in steps that grow from `step`. Each step starts from the place where the one
 * before ended, not from a count of rows, so that requests which arrive meanwhile shift nothing.
 */
export async function* readRows(
  redis: RedisClient,
  log: RedisKey,
  span: LogSpan,
  step: number,
): AsyncGenerator<LogRow> {
  let after = span.after;
  let count = step;
  for (;;) {
    const from = after === undefined ? span.toMs - 1 : Math.min(after.atMs, span.toMs - 1);
    const flat = await redis.zrange(log, from, String(span.fromMs), 'BYSCORE', 'REV', 'LIMIT', 0, count, 'WITHSCORES');
    const start = after;
    for (let at = 0; at < flat.length; at += 2) {
      const row = decodeRow(flat[at] ?? '');
      const atMs = Number(flat[at + 1]);
      if (start !== undefined && atMs === start.atMs && row.request >= start.request) continue;
      after = { atMs, request: row.request };
      yield { atMs, row };
    }
    if (flat.length < 2 * count) return;
    // A millisecond with more requests than a step holds would be read for ever: then the step grows past its bound.
    count = after === start ? count * 2 : Math.min(count * 2, largestStep);
  }
}
