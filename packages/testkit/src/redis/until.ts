import { setTimeout as wait } from 'node:timers/promises';

const LIMIT_MS = 20_000;

/**
 * Asks again and again until what was asked for holds.
 *
 * @throws after 20 s, naming `what` and the last error.
 */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + LIMIT_MS;
  for (;;) {
    let last: unknown;
    try {
      if (await holds()) return;
    } catch (error) {
      last = error;
    }
    if (Date.now() > deadline) throw new Error(`not within ${LIMIT_MS / 1000} s: ${what}`, { cause: last });
    await wait(30);
  }
}
