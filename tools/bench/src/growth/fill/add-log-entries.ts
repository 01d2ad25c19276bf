import { decodeUsageEvent, encodeUsageEvent } from '@palimpsest/contracts';
import { requestId } from '@palimpsest/domain';
import { newRequestId } from '@palimpsest/runtime';
import { partitionOf, UsageLog, UsageStream } from '@palimpsest/state';
import type { House } from '../../contestants/gateway-house.ts';

const atOnce = 500;
const overMs = 86_400_000;
const bookedWithinMs = 120_000;

/**
 * So many further entries of the request log, spread over the last day: the event of the newest call under other ids and times, appended as
 * a proxy does it, and entered into log, sums and counters by metering. Resolves when metering is done, or after two minutes.
 *
 * @throws where the log has no entry yet.
 */
export async function addLogEntries(house: House, count: number): Promise<void> {
  const [newest] = await house.operator.requests({ limit: '1' });
  const id = requestId(newest?.id ?? '');
  const stored = await new UsageLog(house.redis).read(partitionOf(id), id);
  if (stored === undefined) throw new Error('there is no log entry to copy');
  const event = decodeUsageEvent(stored);
  const stream = new UsageStream(house.redis);
  const nowMs = Date.now();
  const one = async (place: number): Promise<void> => {
    const request = newRequestId();
    const atMs = Math.round(nowMs - (overMs * place) / count);
    const chain = event.chain.map((attempt) => ({ ...attempt, reservedAtMs: atMs }));
    await stream.append({ request, event: encodeUsageEvent({ ...event, requestId: request, atMs, chain }) });
  };
  for (let made = 0; made < count; made += atOnce)
    await Promise.all(Array.from({ length: Math.min(atOnce, count - made) }, (_, index) => one(made + index)));
  await house.settled(bookedWithinMs);
}
