import {
  type PoisonedEvents,
  type RedisClient,
  retainLog,
  type SessionActivity,
  type UsageGroup,
} from '@palimpsest/state';
import { meteringGroup } from '../consume.ts';
import type { MeteringMetrics } from '../metrics.ts';
import { dayMs } from '../rollups/pulse.ts';

export type Retention = { readonly logDays: number; readonly logMost: number; readonly sessionTtlMs: number };

export type UpkeepParts = {
  readonly redis: RedisClient;
  readonly partitions: readonly string[];
  readonly group: Pick<UsageGroup, 'trimBehind' | 'lag' | 'forgetConsumers'>;
  readonly poison: Pick<PoisonedEvents, 'count'>;
  readonly sessions: Pick<SessionActivity, 'forget'>;
  readonly retention: Retention;
  readonly metrics: Pick<MeteringMetrics, 'lag' | 'poison'>;
};

/** A consumer that lives asks every few seconds. One that was only frozen for so long is there again with its next read. */
const deadAfterMs = 600_000;

/** One round of what keeps the store from growing, and of what is measured there. `signal` ends one that has much to do. */
export async function upkeep(
  { redis, partitions, retention, ...parts }: UpkeepParts,
  nowMs: number,
  signal: AbortSignal,
): Promise<void> {
  for (const partition of partitions) {
    await parts.group.trimBehind(partition);
    await parts.group.forgetConsumers({ partition, group: meteringGroup }, deadAfterMs);
    const { waiting, pending } = await parts.group.lag(partition, meteringGroup);
    parts.metrics.lag.set({ partition }, waiting + pending);
    parts.metrics.poison.set({ partition }, await parts.poison.count(partition));
  }
  const kept = { keepFromMs: nowMs - retention.logDays * dayMs, keepMost: retention.logMost };
  await retainLog(redis, partitions, kept, signal);
  await parts.sessions.forget(nowMs - retention.sessionTtlMs);
}
