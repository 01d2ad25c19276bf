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
const anotherKey =
  'the registry was written under another master key: give that one, or run make rotate-secrets and enter all secrets again';

/**
 * What the registry needs before work: a data key, and the keys of the environment. Waits for a Redis that is away, and for the right master
 * key.
 */
export function prepare(
  store: KeyStore,
  keys: readonly EnvironmentKey[],
  logger: Logger,
  signal: AbortSignal,
): Preparation {
  let [done, said] = [false, false];
  const run = async (): Promise<void> => {
    for (;;) {
      try {
        if (await ensureDataKey(store.registry, store.keyring)) {
          await importKeys(store, keys, logger);
          done = true;
          return;
        }
        if (!said) logger.error(anotherKey);
        said = true;
      } catch (error) {
        if (!isStoreUnavailable(error)) throw error;
      }
      await wait(retryMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
    }
  };
  return {
    done: () => done,
    ended: run().catch((err: unknown) => logger.error({ err }, 'preparing the registry failed')),
  };
}
