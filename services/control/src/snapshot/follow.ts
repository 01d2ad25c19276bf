import { setTimeout } from 'node:timers/promises';
import type { Logger } from '@palimpsest/runtime';
import { followRegistry, type RedisClient, registryKinds } from '@palimpsest/state';
import type { ControlRecords, ControlRegistry } from '../registry-records.ts';
import { type Entry, type Held, hold } from './hold.ts';
import type { Mirror } from './mirror.ts';

export type FollowOptions = {
  readonly registry: ControlRegistry;
  /** A connection of its own: it is blocked most of the time, and waits for Redis without a limit. */
  readonly patient: RedisClient;
  readonly mirror: Mirror;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  readonly signal: AbortSignal;
};

/** Reads the registry into the mirror and keeps it there, whichever replica writes, until the signal aborts. Outlives losses of Redis. */
export async function followIntoMirror(options: FollowOptions): Promise<void> {
  const { mirror, logger, signal, patient } = options;
  for (let failures = 0; !signal.aborted; ) {
    try {
      if (!mirror.ready()) await readAll(options);
      for await (const delta of followRegistry<ControlRecords>(patient, mirror.version(), signal)) {
        failures = 0;
        if (delta.type === 'changes') mirror.apply(delta);
        else {
          logger.warn({ version: mirror.version() }, 'changes of the registry are gone: reading all of it');
          await readAll(options);
        }
      }
    } catch (error) {
      if (failures === 0) logger.warn({ err: error }, 'the registry cannot be followed; trying again');
      failures += 1;
      await setTimeout(Math.min(2_000, 100 * 2 ** failures), undefined, { signal }).catch(() => undefined);
    }
  }
}

/** What changes while it is read may be read before or after its change: the changes from `version` on come again and settle it. */
async function readAll({ registry, mirror, logger }: FollowOptions): Promise<void> {
  const version = await registry.version();
  const all: Held[] = [];
  for (const kind of registryKinds) {
    if (kind === 'imports') continue;
    for await (const record of registry.all(kind)) {
      const held = hold({ kind, record } as Entry);
      if (held !== undefined) all.push(held);
    }
  }
  mirror.replace(version, all);
  logger.info({ version, records: all.length }, 'registry read');
}
