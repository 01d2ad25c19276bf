import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { prepareDataDir } from '@palimpsest/launcher';
import { loadConfig } from '@palimpsest/runtime';
import { freePorts, type OperatorApi, operatorApi, startRedisProcess } from '@palimpsest/testkit';
import { redisWork } from '../measure/redis-info.ts';
import { type Child, startChild } from './child.ts';
import type { Ground } from './contestant.ts';

/** Everything of a gateway that its proxies need, and the proxies, one after the other. */
export type House = {
  readonly operator: OperatorApi;
  readonly redisPort: number;
  readonly opsUrl: string;
  /** Redis, metering and control. */
  readonly processes: Readonly<Record<'redis' | 'metering' | 'control', number>>;
  /** A proxy on the measured core, ready; `readyMs` from the start of its process. Only one at a time. */
  startProxy(more?: {
    readonly nodeOptions?: readonly string[];
  }): Promise<{ child: Child; port: number; readyMs: number }>;
  settled(): Promise<void>;
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
    more: { nice?: number; nodeOptions?: readonly string[] } = {},
  ): Child =>
    startChild({
      args: [...(more.nodeOptions ?? []), '--enable-source-maps', join(dist, service, 'main.mjs')],
      environment: variables,
      cwd: folder,
      cores: on,
      output: join(folder, `${service}.log`),
      nice: more.nice ?? 0,
    });
  // Metering takes what the others leave: on two cores it would be measured as a lack of load.
  const metering = start('metering', cores.others, { nice: 19 });
  const control = start('control', cores.others);
  await Promise.all([
    metering.answering(`http://127.0.0.1:${meteringOps}/readyz`),
    control.answering(`http://127.0.0.1:${controlOps}/readyz`),
  ]);
  const { pid } = await redisWork(redis.port);
  const opsUrl = `http://127.0.0.1:${proxyOps}`;

  return {
    operator: operatorApi(`http://127.0.0.1:${controlPort}`, operatorKey),
    redisPort: redis.port,
    opsUrl,
    processes: { redis: pid, metering: metering.pid, control: control.pid },
    async startProxy({ nodeOptions = [] } = {}) {
      const startedAt = performance.now();
      const child = start('proxy', cores.measured, { nodeOptions });
      await child.answering(`${opsUrl}/readyz`);
      return { child, port: proxyPort, readyMs: performance.now() - startedAt };
    },
    async settled() {
      const deadline = performance.now() + settledWithinMs;
      while ((await lagOf(`http://127.0.0.1:${meteringOps}/metrics`)) > 0 && performance.now() < deadline)
        await pause(100);
    },
    async close() {
      await Promise.all([metering.stop(), control.stop()]);
      await redis.stop();
    },
  };
}

/** Usage events that metering has not written down yet. */
async function lagOf(metricsUrl: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  return Number(/^palimpsest_metering_stream_lag\S* (\S+)/m.exec(text)?.[1] ?? 0);
}
