import { decodeUsageEvent } from '@palimpsest/contracts';
import type { UsageEvent } from '@palimpsest/domain';
import type { Applied, PoisonedEvents, SessionActivity, UsageEntry, UsageGroup, UsageLog } from '@palimpsest/state';
import { bookingOf } from './rollups/booking.ts';
import { type Counters, settle } from './settlement/settle.ts';
import { readEvent } from './stream/read-event.ts';

export type ConsumeParts = Counters & {
  readonly group: Pick<UsageGroup, 'ack'>;
  readonly poison: Pick<PoisonedEvents, 'setAside'>;
  readonly log: Pick<UsageLog, 'apply'>;
  readonly sessions: Pick<SessionActivity, 'touch'>;
  readonly notice: Notice;
};

/** Told of what became of events; must not throw. */
export type Notice = {
  applied(how: Applied, event: UsageEvent): void;
  poisoned(place: { readonly partition: string; readonly id: string }, why: Error): void;
};

/** The one consumer group whose books are kept here. */
export const meteringGroup = 'metering';

/**
 * The life of usage events, from the stream to the books. Every step changes nothing the second time, and an event is acknowledged after
 * the last of them: whatever dies in between, the event is delivered again and still counts once.
 *
 * @throws the error of an event that could not be consumed now. It stays pending and is claimed again; the others are done.
 */
export async function consume(parts: ConsumeParts, partition: string, entries: readonly UsageEntry[]): Promise<void> {
  const results = await Promise.allSettled(entries.map((entry) => consumeOne(parts, partition, entry)));
  const done = entries.filter((_, index) => results[index]?.status === 'fulfilled');
  await parts.group.ack(
    partition,
    meteringGroup,
    done.map(({ id }) => id),
  );
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

async function consumeOne(parts: ConsumeParts, partition: string, entry: UsageEntry): Promise<void> {
  // 1. What is it? What nobody can read is set aside, as it came.
  const event = readEvent(entry);
  if (event instanceof Error) {
    const { id } = entry;
    if (await parts.poison.setAside(partition, meteringGroup, id, event.message))
      parts.notice.poisoned({ partition, id }, event);
    return;
  }

  // 2. The books: log and sums, once for each request.
  const how = await parts.log.apply(
    {
      partition,
      request: event.requestId,
      streamId: entry.id,
      assumed: event.outcome === 'abandoned',
      event: entry.event,
      booking: bookingOf(event),
    },
    (replaced) => bookingOf(decodeUsageEvent(replaced)),
  );

  // 3. The counters of its user and keys, where the proxy did not get that far.
  await settle(parts, event, entry.id);

  // 4. What the overview shows of the present.
  if (event.session !== undefined && event.outcome === 'success')
    await parts.sessions.touch(event.userId, event.session, event.atMs);
  parts.notice.applied(how, event);
}
