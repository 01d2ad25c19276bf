import { decodeUsageEvent } from '@palimpsest/contracts';
import type { UsageEvent } from '@palimpsest/domain';
import type { UsageEntry } from '@palimpsest/state';

/** The event of a stream entry, or why it cannot be read. */
export function readEvent(entry: UsageEntry): UsageEvent | Error {
  if (entry.event.length === 0) return new Error('the entry has no event');
  let event: UsageEvent;
  try {
    event = decodeUsageEvent(entry.event);
  } catch (cause) {
    return new Error(cause instanceof Error ? cause.message : 'the event cannot be decoded', { cause });
  }
  if (event.requestId !== entry.request) return new Error('the event is of another request than its entry');
  return event;
}
