import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '@palimpsest/runtime';
import { isStoreUnavailable } from '@palimpsest/state';
import type { EnvironmentKey } from './imports/environment-keys.ts';
import { importKeys } from './imports/import-keys.ts';
import type { KeyStore } from './provider-keys/store.ts';
import { ensureDataKey } from './vault/ensure-data-key.ts';

export type Preparation = {
  /** Whether the vault has opened what it must open and the environment's keys are stored. */
  readonly done: () => boolean;
  /** Never rejects: after a bug, which is logged, it is not done. */
  readonly ended: Promise<void>;
};

const retryMs = 500;

/** What the registry needs before work: a data key, and the keys of the environment. Waits for a Redis that is away. */
export function prepare(
  store: KeyStore,
  keys: readonly EnvironmentKey[],
  logger: Logger,
  signal: AbortSignal,
): Preparation {
  let done = false;
  const run = async (): Promise<void> => {
    for (;;) {
      try {
        const opens = await ensureDataKey(store.registry, store.keyring);
        if (opens) await importKeys(store, keys, logger);
        else
          logger.error('the registry was written under another master key: give that one, or enter all secrets anew');
        done = opens;
        return;
      } catch (error) {
        if (!isStoreUnavailable(error)) throw error;
        await wait(retryMs, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return;
      }
    }
  };
  return {
    done: () => done,
    ended: run().catch((err: unknown) => logger.error({ err }, 'preparing the registry failed')),
  };
}
