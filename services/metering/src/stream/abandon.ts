import type { UsageStream } from '@palimpsest/state';

const batch = 100;

/**
 * Appends, for requests of a partition whose proxy is gone, the event that was written down when they began. It is an event like any
 * other: it is applied once, and gives way to the real one if that turns up. Gives how many there were.
 */
export async function abandonExpired(
  stream: Pick<UsageStream, 'takeExpired' | 'append'>,
  partition: string,
): Promise<number> {
  for (let abandoned = 0; ; ) {
    const expired = await stream.takeExpired(partition, batch);
    await Promise.all(expired.map(({ request, record }) => stream.append({ request, event: record })));
    abandoned += expired.length;
    if (expired.length < batch) return abandoned;
  }
}
