import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '@palimpsest/runtime';
import { isStoreUnavailable, type MasterKeyHolder, type MasterKeys } from '@palimpsest/state';
import type { LiveKeyring } from './live-keyring.ts';

/** Between two looks at the file of the master key, and how long a control counts as running after it was heard of last, ms. */
const everyMs = 1000;
const leaseMs = 10_000;

/**
 * Keeps the ring as its file is, and tells whoever rotates the master key which keys this control has: none is used before all have it.
 * Goes on through losses of Redis until it is stopped.
 */
export function announceKeyring(
  masterKeys: MasterKeys,
  keyring: LiveKeyring,
  logger: Pick<Logger, 'error'>,
): { readonly stop: () => Promise<void> } {
  const stopping = new AbortController();
  // Two controls of one machine, or of two containers with the same process number, are two.
  const name = `${hostname()} (process ${process.pid}, ${randomUUID().slice(0, 8)})`;
  let said: MasterKeyHolder | undefined;
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      keyring.reread();
      const holder = { name, keys: keyring.ids() };
      try {
        await masterKeys.announce(holder, said, leaseMs);
        said = holder;
      } catch (error) {
        if (!isStoreUnavailable(error)) throw error;
      }
      await wait(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    if (said !== undefined) await masterKeys.leave(said);
  };
  const ended = run().catch((err: unknown) => {
    if (!isStoreUnavailable(err)) logger.error({ err }, 'announcing the master keys failed');
  });
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}
