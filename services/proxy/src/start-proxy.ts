import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { grpcAddress, makeClient, SnapshotService } from '@palimpsest/contracts';
import {
  closableHttp,
  createMetrics,
  listenOrExplain,
  readinessOf,
  readTlsFiles,
  repeat,
  requiredRedis,
  type ServiceContext,
  startOpsServer,
  watchCheck,
} from '@palimpsest/runtime';
import { connectRedis, usageTrouble } from '@palimpsest/state';
import { buildApp } from './app.ts';
import { buildRequestPath } from './build-request-path.ts';
import { createProxyMetrics } from './observe/metrics.ts';
import { observeWith, overdrawnWith } from './observe/observe.ts';
import { keepFresh } from './selection/keep-fresh.ts';
import { currentSnapshot } from './snapshot/current.ts';
import { watchSnapshots } from './snapshot/watch.ts';
import { answerPrimary, workerNumber } from './workers/answer-primary.ts';

/** One whole proxy in this process: alone, or one of several workers on the same port. */
export async function startProxy({ config, logger }: ServiceContext<'proxy'>): Promise<{ stop(): Promise<void> }> {
  const redis = connectRedis({ ...requiredRedis(config), onError: (error) => logger.warn({ err: error }, 'redis') });
  const tls = readTlsFiles(config.PALIMPSEST_DATA_DIR, 'proxy');
  const stopping = new AbortController();

  const current = currentSnapshot(({ countsTokens }) => {
    if (countsTokens) tokenCounting.prepare();
  });
  const watch = watchSnapshots({
    proxyId: `${hostname()}:${process.pid}`,
    connect: () =>
      makeClient(SnapshotService, {
        address: grpcAddress(config.PALIMPSEST_CONTROL_HOST, config.PALIMPSEST_CONTROL_GRPC_PORT),
        peer: 'control',
        tls,
      }),
    current,
    logger,
    signal: stopping.signal,
  });

  const { path, endCalls, once, claims, standings, vendorStops, usage, deferred, held, agent, media, tokenCounting } =
    buildRequestPath(
      redis,
      config,
      overdrawnWith(logger, () => metrics),
    );
  const worker = workerNumber();
  const registry = createMetrics('proxy', worker === undefined ? {} : { worker });
  const metrics = createProxyMetrics(registry, {
    snapshotVersion: () => current.current()?.version ?? 0,
    deferredEvents: () => deferred.size,
  });
  const onError = (error: unknown): void => logger.debug({ err: error }, 'redis is away');
  const repeated = [
    keepFresh({ standings, vendorStops }, current.current, onError),
    repeat(10_000, async () => void (await Promise.all([held.renew(), claims.renew()])), onError),
    repeat(1000, () => deferred.retry(), onError),
  ];

  let draining = false;
  const checks = {
    snapshot: () => current.current() !== undefined,
    redis: async () => (await usageTrouble(redis)) ?? true,
    usage_room: () => usage.hasRoom(),
    serving: () => !draining,
  };
  const watched = watchCheck('redis', checks.redis, logger);
  const app = buildApp({
    path,
    once,
    snapshot: current.current,
    streamMode: config.PALIMPSEST_STREAM_MODE,
    heartbeatMs: config.PALIMPSEST_HEARTBEAT_MS,
    observe: observeWith(logger, metrics),
    maxBodyBytes: config.PALIMPSEST_MAX_BODY_BYTES,
    checks,
    draining: () => draining,
    onBug: (error) => logger.error({ err: error }, 'a bug met a request'),
  });
  const close = closableHttp(app);
  const host = config.PALIMPSEST_LISTEN_HOST;
  const ops =
    worker === undefined
      ? await startOpsServer({
          host,
          port: config.PALIMPSEST_PROXY_OPS_PORT,
          variable: 'PALIMPSEST_PROXY_OPS_PORT',
          metrics: registry,
          checks,
          logger,
        })
      : answerPrimary({ metrics: () => registry.getMetricsAsJSON(), readiness: () => readinessOf(checks) });
  const port = config.PALIMPSEST_PROXY_PORT;
  await listenOrExplain({ host, port, variable: 'PALIMPSEST_PROXY_PORT' }, () => app.listen({ host, port }));
  logger.info({ host, port }, 'listening');

  return {
    async stop() {
      draining = true;
      const drainMs = config.PALIMPSEST_DRAIN_SECONDS * 1000;
      const late = setTimeout(endCalls, drainMs);
      // Whoever sends requests here learns of the end before it comes.
      await pause(Math.min(config.PALIMPSEST_DRAIN_NOTICE_MS, drainMs));
      await close();
      clearTimeout(late);
      watched.stop();
      await Promise.all(repeated.map((one) => one.stop()));
      await deferred.retry().catch(onError);
      stopping.abort();
      await watch.ended;
      await Promise.all([agent.close(), media.close(), ops.close()]);
      redis.disconnect();
    },
  };
}
