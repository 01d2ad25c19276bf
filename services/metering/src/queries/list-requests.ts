import { decodeUsageEvent, type RequestFilter } from '@palimpsest/contracts';
import type { UsageEvent } from '@palimpsest/domain';
import type { LogPlace, LogRow, UsageLog } from '@palimpsest/state';
import { matches } from './matches.ts';
import { newestFirst } from './newest-first.ts';

export type RequestPage = { readonly events: readonly UsageEvent[]; readonly next: LogPlace | undefined };

type Found = LogRow & { readonly partition: string };

/**
 * One page of the request log, newest first over all partitions. A page starts at a place in the log, not at a count, so requests that
 * arrive while somebody pages through it neither repeat nor hide another.
 */
export async function listRequests(
  log: UsageLog,
  partitions: readonly string[],
  filter: RequestFilter,
  page: { readonly limit: number; readonly after: LogPlace | undefined; readonly signal: AbortSignal },
): Promise<RequestPage> {
  const span = { fromMs: filter.fromMs ?? 0, toMs: filter.toMs ?? Number.MAX_SAFE_INTEGER, after: page.after };
  const streams = partitions.map((partition) => {
    const rows = log.rows(partition, span, page.limit + 1);
    return matching(rows, partition, filter, page.signal);
  });
  const found: Found[] = [];
  for await (const row of newestFirst(streams)) {
    // One more than asked for is enough to know that there is a next page.
    if (found.push(row) > page.limit) break;
  }
  const shown = found.slice(0, page.limit);
  const last = found.length > page.limit ? shown.at(-1) : undefined;
  return {
    events: await readEvents(log, shown),
    next: last === undefined ? undefined : { atMs: last.atMs, request: last.row.request },
  };
}

async function* matching(
  pieces: AsyncIterable<readonly LogRow[]>,
  partition: string,
  filter: RequestFilter,
  signal: AbortSignal,
): AsyncGenerator<Found> {
  for await (const rows of pieces) {
    signal.throwIfAborted();
    for (const row of rows) if (matches(row.row, filter)) yield { ...row, partition };
  }
}

async function readEvents(log: UsageLog, rows: readonly Found[]): Promise<UsageEvent[]> {
  const byPartition = Map.groupBy(rows, ({ partition }) => partition);
  const events = new Map<string, UsageEvent>();
  await Promise.all(
    [...byPartition].map(async ([partition, found]) => {
      const requests = found.map(({ row }) => row.request);
      for (const bytes of await log.readAll(partition, requests)) {
        if (bytes === undefined) continue;
        const event = decodeUsageEvent(bytes);
        events.set(event.requestId, event);
      }
    }),
  );
  return rows.flatMap(({ row }) => events.get(row.request) ?? []);
}
