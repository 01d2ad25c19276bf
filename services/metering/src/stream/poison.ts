import type { PoisonedEvents } from '@palimpsest/state';

const mostListed = 100;

/** What was set aside, one line each: where it stood, of which request, and why. */
export async function poisonText(
  poison: Pick<PoisonedEvents, 'list' | 'count'>,
  partitions: readonly string[],
): Promise<string> {
  const lines: string[] = [];
  let count = 0;
  for (const partition of partitions) {
    count += await poison.count(partition);
    for (const { stood, request, reason } of await poison.list(partition, mostListed))
      lines.push(`partition ${partition}  ${stood}  ${request === '' ? 'no request' : request}  ${reason}`);
  }
  return [`${count} entries are set aside.`, ...lines].join('\n');
}

/** Puts everything that is set aside now back into the stream, and gives how many there were. What still cannot be read comes back. */
export async function replayAll(
  poison: Pick<PoisonedEvents, 'list' | 'replay' | 'count'>,
  partitions: readonly string[],
): Promise<number> {
  let replayed = 0;
  for (const partition of partitions) {
    const count = await poison.count(partition);
    const entries = count === 0 ? [] : await poison.list(partition, count);
    for (const { id } of entries) if (await poison.replay(partition, id)) replayed += 1;
  }
  return replayed;
}
