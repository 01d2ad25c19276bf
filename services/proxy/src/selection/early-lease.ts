import { nothingAvoided } from '../failover/avoid.ts';
import type { Lease } from './lease.ts';
import type { KeyChoice } from './select.ts';

/** The first key, if one is to be had at once. Rejects where Redis is away, for whoever waits for it. */
export function earlyLease(choice: KeyChoice): Promise<Lease | undefined> {
  const lease = choice.next(nothingAvoided);
  lease.catch(() => undefined);
  return lease;
}

/** Gives back a key that was asked for too early. The caller does not wait for that. Never rejects. */
export async function unneeded(
  books: { giveBack(lease: Lease): Promise<void> },
  choice: KeyChoice,
  early: Promise<Lease | undefined> | undefined,
): Promise<void> {
  const lease = await early?.catch(() => undefined);
  if (lease !== undefined) await books.giveBack(lease).catch(() => undefined);
  await choice.withdraw();
}
