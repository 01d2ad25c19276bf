import { setTimeout as wait } from 'node:timers/promises';
import type { MasterKeys } from '@palimpsest/state';

const everyMs = 200;

/** Resolves once every running control has this master key, or with the names of those that do not have it after `patienceMs`. */
export async function awaitHolders(
  masterKeys: MasterKeys,
  key: string,
  patienceMs: number,
): Promise<readonly string[]> {
  const untilMs = performance.now() + patienceMs;
  for (;;) {
    const without = (await masterKeys.holders()).filter(({ keys }) => !keys.includes(key)).map(({ name }) => name);
    if (without.length === 0 || performance.now() > untilMs) return without;
    await wait(everyMs);
  }
}
