import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { nodeArguments, prepareDataDir } from '@palimpsest/launcher';
import { loadConfig } from '@palimpsest/runtime';
import { connectRedis, type RedisClient, UsageGroup, usagePartitions } from '@palimpsest/state';
import { freePorts, type OperatorApi, operatorApi, startRedisProcess } from '@palimpsest/testkit';
import { redisWork } from '../measure/redis-info.ts';
import { type Child, startChild } from './child.ts';
import type { Ground } from './contestant.ts';

/** Everything of a gateway that its proxies need, and the proxies, one after the other. */
export type House = {
  readonly operator: OperatorApi;
  readonly redisPort: number;
  /** A connection to its Redis. */
  readonly redis: RedisClient;
  readonly opsUrl: string;
  /** Redis, metering and control; control's is another one after its restart. */
  readonly processes: Readonly<Record<'redis' | 'metering' | 'control', number>>;
  /** A proxy on the measured core, ready; `readyMs` from the start of its process. Only one at a time. */
  startProxy(more?: {
    readonly nodeOptions?: readonly string[];
    readonly workers?: number;
  }): Promise<{ child: Child; port: number; readyMs: number }>;
  /** Ends control and starts it again: ms from the start of its process until it is ready. */
  restartControl(): Promise<number>;
  /** Resolves when metering has written down everything, or after `withinMs` (ten seconds where it is left out). */
  settled(withinMs?: number): Promise<void>;
  close(): Promise<void>;
};

const settledWithinMs = 10_000;

/** Starts Redis, control and metering from the bundles in `dist`, away from the measured core. */
export async function startHouse(dist: string, folder: string, { upstream, cores }: Ground): Promise<House> {
  const redis = await startRedisProcess(['--appendonly', 'yes', '--appendfsync', 'everysec']);
  const [proxyPort = 0, controlPort = 0, controlGrpc, meteringGrpc, proxyOps, controlOps, meteringOps] =
    await freePorts(7);
  const variables: Record<string, string> = {
    PALIMPSEST_DATA_DIR: join(folder, 'data'),
    PALIMPSEST_ENV_FILE: join(folder, 'none.env'),
    PALIMPSEST_REDIS_URL: redis.url,
    PALIMPSEST_PROXY_PORT: String(proxyPort),
    PALIMPSEST_CONTROL_PORT: String(controlPort),
    PALIMPSEST_CONTROL_GRPC_PORT: String(controlGrpc),
    PALIMPSEST_METERING_GRPC_PORT: String(meteringGrpc),
    PALIMPSEST_PROXY_OPS_PORT: String(proxyOps),
    PALIMPSEST_CONTROL_OPS_PORT: String(controlOps),
    PALIMPSEST_METERING_OPS_PORT: String(meteringOps),
    PALIMPSEST_DRAIN_SECONDS: '1',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${upstream.port}`,
    OTEL_TRACES_SAMPLER_ARG: '0.1',
  };
  const { operatorKey } = await prepareDataDir(
    loadConfig('launcher', variables, () => undefined),
    Date.now(),
  );
  const start = (
    service: string,
    on: string | undefined,
    more: { nice?: number; nodeOptions?: readonly string[]; workers?: number } = {},
  ): Child =>
    startChild({
      args: [...nodeArguments, ...(more.nodeOptions ?? []), join(dist, service, 'main.mjs')],
      environment: { ...variables, PALIMPSEST_PROXY_WORKERS: String(more.workers ?? 1) },
      cwd: folder,
      cores: on,
      output: join(folder, `${service}.log`),
      nice: more.nice ?? 0,
    });
  // Metering takes what the others leave: on two cores it would be measured as a lack of load.
  const metering = start('metering', cores.others, { nice: 19 });
  let control = start('control', cores.others);
  const controlReady = (): Promise<void> => control.answering(`http://127.0.0.1:${controlOps}/readyz`);
  await Promise.all([metering.answering(`http://127.0.0.1:${meteringOps}/readyz`), controlReady()]);
  const { pid } = await redisWork(redis.port);
  const client = connectRedis({ url: redis.url, onError: () => undefined });
  const opsUrl = `http://127.0.0.1:${proxyOps}`;

  return {
    operator: operatorApi(`http://127.0.0.1:${controlPort}`, operatorKey),
    redisPort: redis.port,
    redis: client,
    opsUrl,
    get processes() {
      return { redis: pid, metering: metering.pid, control: control.pid };
    },
    async startProxy({ nodeOptions = [], workers = 1 } = {}) {
      const startedAt = performance.now();
      const child = start('proxy', cores.measured, { nodeOptions, workers });
      await child.answering(`${opsUrl}/readyz`);
      return { child, port: proxyPort, readyMs: performance.now() - startedAt };
    },
    async restartControl() {
      await control.stop();
      const startedAt = performance.now();
      control = start('control', cores.others);
      await controlReady();
      return performance.now() - startedAt;
    },
    async settled(withinMs = settledWithinMs) {
      const deadline = performance.now() + withinMs;
      while ((await waitingEvents(client)) > 0 && performance.now() < deadline) await pause(100);
    },
    async close() {
      client.disconnect();
      await Promise.all([metering.stop(), control.stop()]);
      await redis.stop();
    },
  };
}

/** Usage events that metering has not written down yet, by Redis's own count: metering's gauge is some seconds old. */
async function waitingEvents(redis: RedisClient): Promise<number> {
  const group = new UsageGroup(redis, redis);
  const lags = await Promise.all(usagePartitions.map((partition) => group.lag(partition, 'metering')));
  return lags.reduce((sum, { waiting, pending }) => sum + waiting + pending, 0);
}
