import { type Spent, spentByKeys, spentByUser, type UsageEvent } from '@palimpsest/domain';
import { type LedgerSubject, type UsageLog, type UsageStream, usagePartitions } from '@palimpsest/state';
import { readEvent } from '../stream/read-event.ts';
import { loggedEvents } from './logged-events.ts';

/** What one request or attempt spent of somebody's limits. */
export type Spending = {
  readonly subject: string;
  /** The reservation that it settled. */
  readonly reservation: string;
  /** Unix ms by Redis's clock, when that was made: decides on the window. */
  readonly reservedAtMs: number;
  /** The name under which limits by model know it. */
  readonly model: string;
  readonly spent: Spent;
};

export const subjectName = ({ of, id }: LedgerSubject): string => `${of} ${id}`;

/** A request waits and runs for less than this between its admission and its last attempt. */
const longestRequestMs = 3_600_000;

/** Everything that requests spent since a moment, each request once: of the log, and of the stream what is not in the log yet. */
export async function* spendings(
  parts: {
    readonly log: Pick<UsageLog, 'rows' | 'readAll'>;
    readonly stream: Pick<UsageStream, 'entries'>;
  },
  sinceMs: number,
): AsyncGenerator<Spending> {
  // The stream first: what is applied after that is found in the log.
  const onTheirWay = new Map<string, { readonly assumed: boolean; readonly spent: readonly Spending[] }>();
  for (const partition of usagePartitions)
    for await (const entries of parts.stream.entries(partition))
      for (const entry of entries) {
        const event = readEvent(entry);
        if (event instanceof Error) continue;
        const assumed = event.outcome === 'abandoned';
        if (assumed && onTheirWay.has(event.requestId)) continue;
        onTheirWay.set(event.requestId, { assumed, spent: spendingsOf(event) });
      }
  const span = { fromMs: Math.max(0, sinceMs - longestRequestMs), toMs: Number.MAX_SAFE_INTEGER };
  for (const partition of usagePartitions)
    for await (const event of loggedEvents(parts.log, partition, span)) {
      const late = onTheirWay.get(event.requestId);
      if (late !== undefined && !late.assumed) continue;
      onTheirWay.delete(event.requestId);
      yield* spendingsOf(event);
    }
  for (const { spent } of onTheirWay.values()) yield* spent;
}

function spendingsOf(event: UsageEvent): Spending[] {
  const byKeys = spentByKeys(event);
  const byUser: Spending = {
    subject: subjectName({ of: 'user', id: event.userId }),
    reservation: event.requestId,
    reservedAtMs: event.atMs,
    model: event.model,
    spent: spentByUser(event),
  };
  return [
    // Nobody saw what an abandoned request spent beside its failed attempts: the rest is refunded.
    ...(event.outcome === 'abandoned' ? [] : [byUser]),
    ...event.chain.flatMap(({ reservedAtMs, model }, place) => {
      const settled = byKeys[place];
      if (settled === undefined) return [];
      const { tag, attempt, spent } = settled;
      return [{ subject: subjectName({ of: 'key', id: tag }), reservation: attempt, reservedAtMs, model, spent }];
    }),
  ];
}
