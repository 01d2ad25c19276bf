import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDataDir } from '@palimpsest/launcher';
import { loadConfig } from '@palimpsest/runtime';
import { freePorts, type OperatorApi, operatorApi, type RedisProcess, startRedisProcess } from '@palimpsest/testkit';
import { type ServiceName, type ServiceProcess, spawnService, untilReady } from './service-process.ts';

/** The whole gateway, each service a process that may be killed and started again. */
export type HouseOnStore = {
  readonly proxyUrl: string;
  readonly controlUrl: string;
  readonly operatorKey: string;
  /** Where its keys and certificates lie, until `close`. */
  readonly dataDir: string;
  readonly operator: OperatorApi;
  /** Starts a service that is not running, with further variables where given. */
  start(name: ServiceName, environment?: Readonly<Record<string, string>>): Promise<void>;
  /** Ends a service and resolves with its exit code. */
  stop(name: ServiceName, signal?: NodeJS.Signals): Promise<number | null>;
  /** A further proxy beside the first; ends with the house. */
  addProxy(environment?: Readonly<Record<string, string>>): Promise<AddedProxy>;
  /** `/metrics`, `/healthz` and `/readyz` of a service. */
  opsUrl(name: ServiceName): string;
  /** What all services have written. */
  output(): string;
  close(): Promise<void>;
};

/** A proxy beside the house's first, which may be ended and started again at the same address. */
export type AddedProxy = {
  readonly url: string;
  /** Resolves once it is ready. */
  start(): Promise<void>;
  /** Resolves with its exit code; `null` after a signal that it did not catch. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

/** The whole gateway on a Redis of its own. */
export type House = HouseOnStore & { readonly redis: RedisProcess };

/** Starts Redis, control, metering and one proxy. `environment` goes to every service. */
export async function startHouse(environment: Readonly<Record<string, string>> = {}): Promise<House> {
  const redis = await startRedisProcess(['--appendonly', 'yes']);
  try {
    const house = await startHouseOn({ PALIMPSEST_REDIS_URL: redis.url, ...environment });
    const close = async () => {
      await house.close();
      await redis.stop();
    };
    return { ...house, redis, close };
  } catch (error) {
    await redis.stop();
    throw error;
  }
}

/** Starts control, metering and one proxy on whatever Redis `environment` names; it goes to every service. */
export async function startHouseOn(environment: Readonly<Record<string, string>>): Promise<HouseOnStore> {
  const dataDir = await mkdtemp(join(tmpdir(), 'palimpsest-house-'));
  const variables = { ...(await housePorts()), ...baseVariables(dataDir), ...environment };
  const { operatorKey } = await prepareDataDir(
    loadConfig('launcher', variables, () => undefined),
    Date.now(),
  );
  const running = new Map<ServiceName, ServiceProcess>();
  const all: ServiceProcess[] = [];
  const urlOf = (port: string) => `http://127.0.0.1:${port}`;
  const opsPorts: Record<ServiceName, string> = {
    control: variables.PALIMPSEST_CONTROL_OPS_PORT,
    metering: variables.PALIMPSEST_METERING_OPS_PORT,
    proxy: variables.PALIMPSEST_PROXY_OPS_PORT,
  };

  const start: HouseOnStore['start'] = async (name, more = {}) => {
    const service = spawnService(name, { ...variables, ...more });
    all.push(service);
    await untilReady(service, Number(opsPorts[name]));
    running.set(name, service);
  };
  const stop: HouseOnStore['stop'] = async (name, signal = 'SIGTERM') => {
    const service = running.get(name);
    if (service === undefined) throw new Error(`${name} is not running`);
    running.delete(name);
    service.signal(signal);
    return service.ended;
  };
  const close = async () => {
    for (const service of all) service.signal('SIGKILL');
    await Promise.all(all.map((service) => service.ended));
    await rm(dataDir, { recursive: true, force: true });
  };

  try {
    // Control asks metering and a proxy waits for control: together they start in the time of the slowest.
    await Promise.all([start('metering'), start('control'), start('proxy')]);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    proxyUrl: urlOf(variables.PALIMPSEST_PROXY_PORT),
    controlUrl: urlOf(variables.PALIMPSEST_CONTROL_PORT),
    operatorKey,
    dataDir,
    operator: operatorApi(urlOf(variables.PALIMPSEST_CONTROL_PORT), operatorKey),
    start,
    stop,
    async addProxy(more = {}) {
      const [port = 0, opsPort = 0] = await freePorts(2);
      const own = { PALIMPSEST_PROXY_PORT: String(port), PALIMPSEST_PROXY_OPS_PORT: String(opsPort) };
      let proxy: ServiceProcess | undefined;
      const added: AddedProxy = {
        url: urlOf(String(port)),
        async start() {
          proxy = spawnService('proxy', { ...variables, ...own, ...more });
          all.push(proxy);
          await untilReady(proxy, opsPort);
        },
        async stop(signal = 'SIGTERM') {
          proxy?.signal(signal);
          return (await proxy?.ended) ?? null;
        },
      };
      await added.start();
      return added;
    },
    opsUrl: (name) => urlOf(opsPorts[name]),
    output: () => all.map((service) => service.output()).join(''),
    close,
  };
}

const baseVariables = (dataDir: string) => ({
  PALIMPSEST_DATA_DIR: dataDir,
  PALIMPSEST_ENV_FILE: join(dataDir, 'no.env'),
  PALIMPSEST_DRAIN_SECONDS: '10',
});

async function housePorts() {
  const ports = (await freePorts(7)).map(String);
  const [proxy = '', control = '', controlGrpc = '', meteringGrpc = '', ...ops] = ports;
  const [proxyOps = '', controlOps = '', meteringOps = ''] = ops;
  return {
    PALIMPSEST_PROXY_PORT: proxy,
    PALIMPSEST_CONTROL_PORT: control,
    PALIMPSEST_CONTROL_GRPC_PORT: controlGrpc,
    PALIMPSEST_METERING_GRPC_PORT: meteringGrpc,
    PALIMPSEST_PROXY_OPS_PORT: proxyOps,
    PALIMPSEST_CONTROL_OPS_PORT: controlOps,
    PALIMPSEST_METERING_OPS_PORT: meteringOps,
  };
}
