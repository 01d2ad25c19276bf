import type { KeyObject } from 'node:crypto';
import { type Logger, StartProblem } from '@palimpsest/runtime';
import { type Keyring, keksOf } from './keyring.ts';
import type { MasterKeyBytes } from './master-key.ts';

/** A ring that follows the file of the master key. */
export type LiveKeyring = Keyring & {
  /** The ids of the keys that the file holds. */
  readonly ids: () => readonly string[];
  /** Looks at the file again. One that cannot be read leaves everything as it is. */
  readonly reread: () => void;
  /** Called when keys have come that were not there before. */
  readonly onGain: (listener: () => void) => void;
};

/** How long a key that left the file still opens: changes of the registry that were made before may be read after, ms. */
const keptMs = 60_000;

/**
 * Reads the master keys, and reads them again whenever an id is met that is not among them, so that no secret is unreadable for even a
 * moment while they change. Throws the StartProblem of a first reading that fails.
 */
export function liveKeyring(read: () => MasterKeyBytes, logger: Pick<Logger, 'info' | 'warn'>): LiveKeyring {
  let seen = read();
  let held = keksOf(seen);
  const leaving = new Map<string, { readonly kek: KeyObject; readonly untilMs: number }>();
  const listeners: (() => void)[] = [];
  let failing = false;

  const take = (): void => {
    const now = read();
    failing = false;
    if (isSame(now, seen)) return;
    const before = held;
    seen = now;
    held = keksOf(now);
    for (const [id, kek] of before) leaving.set(id, { kek, untilMs: performance.now() + keptMs });
    const gained = [...held.keys()].filter((id) => !before.has(id));
    logger.info({ keys: [...held.keys()] }, 'the master key has changed');
    if (gained.length > 0) for (const listener of listeners) listener();
  };
  const reread = (): void => {
    for (const [id, { untilMs }] of leaving) if (held.has(id) || untilMs < performance.now()) leaving.delete(id);
    try {
      take();
    } catch (error) {
      if (!(error instanceof StartProblem)) throw error;
      if (!failing) logger.warn({ problem: error.message }, 'the master key stays as it was');
      failing = true;
    }
  };
  const known = (id: string): KeyObject | undefined => held.get(id) ?? leaving.get(id)?.kek;

  return {
    get newest() {
      const [first = ''] = held.keys();
      return first;
    },
    kek(id) {
      const kek = known(id);
      if (kek !== undefined) return kek;
      reread();
      return known(id);
    },
    ids: () => [...held.keys()],
    reread,
    onGain: (listener) => void listeners.push(listener),
  };
}

const isSame = (some: MasterKeyBytes, others: MasterKeyBytes): boolean =>
  Buffer.concat(some).equals(Buffer.concat(others));
