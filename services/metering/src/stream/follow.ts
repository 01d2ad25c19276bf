import { setTimeout as wait } from 'node:timers/promises';
import type { Reader, UsageEntry, UsageGroup } from '@palimpsest/state';

/** Entries of one read: enough to fill a pipeline, few enough that a crash repeats little. */
const batch = 128;
const blockMs = 1_000;
/** Events of so short a time are applied together, ms: most of what each costs, here and in Redis, is the way there. */
const gatherMs = 100;
/** A consumer that has not acknowledged an entry for so long is taken for dead. */
const claimAfterMs = 5_000;
const longestPauseMs = 2_000;

export type FollowParts = {
  readonly group: Pick<UsageGroup, 'ensureGroup' | 'readGroup' | 'claimStale'>;
  readonly consume: (partition: string, entries: readonly UsageEntry[]) => Promise<void>;
  /** Told of every turn: without an error while the partition is being followed. */
  readonly onTurn: (partition: string, error?: unknown) => void;
};

/**
 * Follows one partition of the usage stream until `signal` aborts: what dead consumers left, then what is new. Survives a Redis that is
 * away and one that lost its data; whatever was read and not consumed is claimed again. Ends between two batches.
 */
export async function follow(parts: FollowParts, reader: Reader, signal: AbortSignal): Promise<void> {
  let claimAtMs = 0;
  let hasGroup = false;
  let pauseMs = 0;
  while (!signal.aborted) {
    try {
      if (!hasGroup) await parts.group.ensureGroup(reader.partition, reader.group);
      hasGroup = true;
      const claims = performance.now() >= claimAtMs;
      const entries = claims
        ? await parts.group.claimStale(reader, { idleMs: claimAfterMs, count: batch })
        : await parts.group.readGroup(reader, { count: batch, blockMs });
      // A full batch of left entries has more behind it.
      if (claims && entries.length < batch) claimAtMs = performance.now() + claimAfterMs;
      if (entries.length > 0) {
        await parts.consume(reader.partition, entries);
        if (entries.length < batch) await wait(gatherMs, undefined, { signal }).catch(() => undefined);
      }
      pauseMs = 0;
      parts.onTurn(reader.partition);
    } catch (error) {
      if (signal.aborted) return;
      // The group goes with the data of a Redis that lost them (NOGROUP).
      hasGroup = false;
      parts.onTurn(reader.partition, error);
      pauseMs = Math.min(Math.max(pauseMs * 2, 50), longestPauseMs);
      await wait(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
