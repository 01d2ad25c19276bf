import { decodeUsageEvent } from '@palimpsest/contracts';
import type { UsageEvent } from '@palimpsest/domain';
import type { LogSpan, UsageLog } from '@palimpsest/state';

const step = 500;

/** The events of a partition's log in a span, newest first. Rows without an event that can be read are passed over. */
export async function* loggedEvents(
  log: Pick<UsageLog, 'rows' | 'readAll'>,
  partition: string,
  span: LogSpan,
): AsyncGenerator<UsageEvent> {
  for await (const rows of log.rows(partition, span, step)) {
    const events = await log.readAll(
      partition,
      rows.map(({ row }) => row.request),
    );
    for (const bytes of events) {
      const event = bytes && readable(bytes);
      if (event !== undefined) yield event;
    }
  }
}

/** An event that cannot be read leaves a hole, which shows as a difference. */
function readable(bytes: Uint8Array): UsageEvent | undefined {
  try {
    return decodeUsageEvent(bytes);
  } catch {
    return undefined;
  }
}
