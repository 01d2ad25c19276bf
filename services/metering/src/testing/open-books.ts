import { encodeUsageEvent } from '@palimpsest/contracts';
import type { UsageEvent } from '@palimpsest/domain';
import {
  connectRedis,
  KeyPool,
  PoisonedEvents,
  SessionActivity,
  UsageGroup,
  UsageLog,
  UsageStream,
  UsageSums,
  UserQuota,
  usagePartitions,
} from '@palimpsest/state';
import { consume, meteringGroup, type Notice } from '../consume.ts';
import { getUsage } from '../queries/get-usage.ts';
import { listRequests } from '../queries/list-requests.ts';

/** The parts of metering on one Redis, for tests that take the steps themselves. */
export function openBooks(url: string) {
  const redis = connectRedis({ url, onError: () => undefined });
  const group = new UsageGroup(redis, redis);
  const log = new UsageLog(redis);
  const stream = new UsageStream(redis);
  const noticed: string[] = [];
  const notice: Notice = {
    applied: (how) => void noticed.push(how),
    poisoned: (_, why) => void noticed.push(`poisoned: ${why.message}`),
  };
  const parts = {
    group,
    log,
    poison: new PoisonedEvents(redis),
    sessions: new SessionActivity(redis, usagePartitions),
    quota: new UserQuota(redis),
    pool: new KeyPool(redis),
    notice,
  };
  const reader = (partition: string, consumer: string) => ({ partition, group: meteringGroup, consumer });
  const none = new AbortController().signal;
  return {
    ...parts,
    redis,
    stream,
    noticed,
    append: (event: UsageEvent) => stream.append({ request: event.requestId, event: encodeUsageEvent(event) }),
    /** Gives what is new to a consumer, which may then do with it what it wants. */
    async read(partition: string, consumer: string) {
      await group.ensureGroup(partition, meteringGroup);
      return group.readGroup(reader(partition, consumer), { count: 100, blockMs: 1 });
    },
    /** Takes over at once what another consumer holds. */
    claim: (partition: string, consumer: string) =>
      group.claimStale(reader(partition, consumer), { idleMs: 0, count: 100 }),
    consume: (partition: string, entries: Parameters<typeof consume>[2], changes: Partial<typeof parts> = {}) =>
      consume({ ...parts, ...changes }, partition, entries),
    async consumeAll() {
      for (const partition of usagePartitions) await consume(parts, partition, await this.read(partition, 'all'));
    },
    logged: async () =>
      (await listRequests(log, usagePartitions, {}, { limit: 10_000, after: undefined, signal: none })).events,
    usage: () => getUsage(new UsageSums(redis), usagePartitions, {}, [], none),
    close: () => redis.disconnect(),
  };
}
