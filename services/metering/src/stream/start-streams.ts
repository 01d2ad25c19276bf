import { setTimeout as wait } from 'node:timers/promises';
import { type Logger, repeat } from '@palimpsest/runtime';
import { type RedisClient, UsageGroup, type UsageStream } from '@palimpsest/state';
import { type ConsumeParts, consume, meteringGroup } from '../consume.ts';
import type { MeteringMetrics } from '../metrics.ts';
import { abandonExpired } from './abandon.ts';
import { atMostEvery } from './at-most-every.ts';
import { follow } from './follow.ts';
import { type Retention, type UpkeepParts, upkeep } from './upkeep.ts';

const abandonEveryMs = 2_000;
const upkeepEveryMs = 10_000;
/** A reader that waits for entries ends within a second; one that waits for a Redis which is away is cut off. */
const stopWithinMs = 3_000;
/** While Redis is away every loop fails all the time: one line tells it. */
const sayAgainMs = 10_000;

export type StreamParts = {
  readonly redis: RedisClient;
  /** A connection for one reader, on which it may wait. */
  readonly blocking: () => RedisClient;
  readonly partitions: readonly string[];
  /** Unique among all consumers there ever were. */
  readonly consumer: string;
  readonly books: Omit<ConsumeParts, 'group'> & Pick<UpkeepParts, 'poison' | 'sessions'>;
  readonly stream: Pick<UsageStream, 'takeExpired' | 'append'>;
  readonly retention: Retention;
  readonly metrics: MeteringMetrics;
  readonly logger: Logger;
};

export type Streams = {
  readonly group: Pick<UsageGroup, 'lag'>;
  /** Whether every partition is being followed. */
  readonly isFollowing: () => boolean;
  /** Finishes the batches under way. */
  stop(): Promise<void>;
};

/** Follows every partition of the usage stream, writes off what dead proxies left, and keeps the store from growing. */
export function startStreams(parts: StreamParts): Streams {
  const { redis, partitions, metrics, logger } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  const group = new UsageGroup(redis, redis);
  const following = new Set<string>();

  const tell = atMostEvery(sayAgainMs, (err: unknown, loop: string) =>
    logger.warn({ err, loop }, 'not now: it is tried again'),
  );
  const failed = (loop: string, error: unknown) => {
    metrics.failures.inc({ loop });
    tell(error, loop);
  };
  const onTurn = (partition: string, error?: unknown) => {
    if (error === undefined) return void following.add(partition);
    following.delete(partition);
    failed('consume', error);
  };

  const readers = partitions.map((partition) => {
    const blocking = parts.blocking();
    const ownGroup = new UsageGroup(redis, blocking);
    const books = { ...parts.books, group: ownGroup };
    const reader = { partition, group: meteringGroup, consumer: parts.consumer };
    const consumeBatch = (of: string, entries: Parameters<typeof consume>[2]) => consume(books, of, entries);
    return { reader, blocking, ended: follow({ group: ownGroup, consume: consumeBatch, onTurn }, reader, signal) };
  });

  const abandon = async () => {
    for (const partition of partitions) {
      const count = await abandonExpired(parts.stream, partition);
      if (count === 0) continue;
      metrics.abandoned.inc(count);
      logger.warn({ partition, requests: count }, 'requests were abandoned: their proxy is gone');
    }
  };
  const onError = (loop: string) => (error: unknown) => failed(loop, error);
  const loops = [
    repeat(abandonEveryMs, abandon, onError('abandon')),
    repeat(
      upkeepEveryMs,
      () =>
        upkeep({ ...parts.books, redis, partitions, group, retention: parts.retention, metrics }, Date.now(), signal),
      onError('upkeep'),
    ),
  ];

  return {
    group,
    isFollowing: () => following.size === partitions.length,
    async stop() {
      stopping.abort();
      const ended = Promise.all([...readers.map((reader) => reader.ended), ...loops.map((loop) => loop.stop())]);
      await Promise.race([ended, wait(stopWithinMs, undefined, { ref: false })]);
      for (const { blocking } of readers) blocking.disconnect();
      await ended;
      // Where Redis is away, another metering forgets them when they have been idle for long.
      await Promise.allSettled(readers.map(({ reader }) => group.forgetConsumers(reader, 0)));
    },
  };
}

/** Events that are not applied yet, over all partitions. */
export async function lagOf(group: Pick<UsageGroup, 'lag'>, partitions: readonly string[]): Promise<number> {
  const lags = await Promise.all(partitions.map((partition) => group.lag(partition, meteringGroup)));
  return lags.reduce((sum, { waiting, pending }) => sum + waiting + pending, 0);
}
