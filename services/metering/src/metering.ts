import { hostname } from 'node:os';
import { serve, startGrpcServer, type TlsMaterial, UsageQueryService } from '@palimpsest/contracts';
import { createMetrics, type Logger, listenOrExplain, startOpsServer, watchCheck } from '@palimpsest/runtime';
import {
  connectRedis,
  KeyPool,
  PoisonedEvents,
  type RedisAddress,
  SessionActivity,
  UsageLog,
  UsageStream,
  UsageSums,
  UserQuota,
  usagePartitions,
  usageTrouble,
} from '@palimpsest/state';
import { startAlerts } from './alerts/start-alerts.ts';
import { usageQueryService } from './grpc/usage-query-service.ts';
import { checkNightly } from './ledger/nightly.ts';
import { verifyLedger } from './ledger/verify-ledger.ts';
import { createMeteringMetrics } from './metrics.ts';
import { noticeOf } from './notice.ts';
import { readTogether } from './queries/read-together.ts';
import { atMostEvery } from './stream/at-most-every.ts';
import { lagOf, startStreams } from './stream/start-streams.ts';
import type { Retention } from './stream/upkeep.ts';

export type MeteringOptions = {
  readonly redis: RedisAddress;
  readonly host: string;
  /** 0 takes any free port. */
  readonly grpcPort: number;
  readonly opsPort: number;
  readonly tls: TlsMaterial;
  readonly retention: Retention;
  readonly logger: Logger;
  /** Milliseconds between two looks at the rules of alerts; absent: as is usual. */
  readonly alertEveryMs?: number;
};

export type Metering = { readonly grpcPort: number; readonly opsPort: number; stop(): Promise<void> };

const sayAgainMs = 10_000;

/** Puts the service together and starts it: the books are kept, control is answered, and what goes on is shown on the ops port. */
export async function startMetering(options: MeteringOptions): Promise<Metering> {
  const { logger, host, retention } = options;
  const onError = atMostEvery(sayAgainMs, (err: Error) => logger.warn({ err }, 'Redis connection'));
  const redis = connectRedis({ ...options.redis, onError });
  const registry = createMetrics('metering');
  const metrics = createMeteringMetrics(registry);
  const sessions = new SessionActivity(redis, usagePartitions);
  const log = new UsageLog(redis);
  const sums = readTogether(new UsageSums(redis));
  const pool = new KeyPool(redis);
  const alerts = startAlerts({ redis, pool, sums, metrics, logger, everyMs: options.alertEveryMs });

  const streams = startStreams({
    redis,
    blocking: () => connectRedis({ ...options.redis, use: 'blocking', onError }),
    partitions: usagePartitions,
    consumer: `${hostname()}-${process.pid}-${Date.now().toString(36)}`,
    books: {
      log,
      sessions,
      poison: new PoisonedEvents(redis),
      quota: new UserQuota(redis),
      pool,
      notice: noticeOf(metrics, logger, alerts.see),
    },
    stream: new UsageStream(redis),
    retention,
    metrics,
    logger,
  });
  const redisCheck = async () => (await usageTrouble(redis)) ?? true;
  const watched = watchCheck('redis', redisCheck, logger);
  const nightly = checkNightly({ check: () => verifyLedger(redis, { patienceMs: 60_000 }), metrics, logger });
  // Closed in the reverse order, also where one of them could not be opened.
  const closing = [
    async () => redis.disconnect(),
    () => alerts.stop(),
    () => streams.stop(),
    async () => nightly.stop(),
    async () => watched.stop(),
  ];
  const stop = async (): Promise<void> => {
    for (const close of closing.toReversed()) await close();
  };

  try {
    const queries = usageQueryService({
      log,
      sums,
      sessions,
      sessionTtlMs: retention.sessionTtlMs,
      partitions: usagePartitions,
      lag: () => lagOf(streams.group, usagePartitions),
    });
    const grpcAt = { host, port: options.grpcPort, variable: 'PALIMPSEST_METERING_GRPC_PORT' };
    const grpc = await listenOrExplain(grpcAt, () =>
      startGrpcServer({
        host,
        port: options.grpcPort,
        tls: options.tls,
        services: [serve(UsageQueryService, queries, ['control'])],
        onBug: (err, method) => logger.error({ err, method }, 'query failed'),
      }),
    );
    closing.push(grpc.stop);
    const ops = await startOpsServer({
      host,
      port: options.opsPort,
      variable: 'PALIMPSEST_METERING_OPS_PORT',
      metrics: registry,
      checks: { redis: redisCheck, consumer: streams.isFollowing },
      logger,
    });
    closing.push(() => ops.close());
    logger.info({ grpc_port: grpc.port, ops_port: ops.port }, 'metering');
    return { grpcPort: grpc.port, opsPort: ops.port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
