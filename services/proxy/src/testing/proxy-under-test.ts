import { createHash, randomBytes } from 'node:crypto';
import { decodeUsageEvent } from '@palimpsest/contracts';
import {
  type ConfigRecord,
  type DataKey,
  gatewayKeyId,
  type Limit,
  type ModelEntry,
  type Price,
  type ProviderName,
  priceId,
  providerKeyId,
  type Route,
  type ServingKey,
  type UsageEvent,
  type User,
  userId,
} from '@palimpsest/domain';
import { closableHttp, createLogger, createMetrics, parseConfig } from '@palimpsest/runtime';
import { connectRedis, KeyPool, type RedisAddress, usagePartitions } from '@palimpsest/state';
import { randomId, startOwnRedis, startSimulatedProviders } from '@palimpsest/testkit';
import { buildApp } from '../app.ts';
import { buildRequestPath } from '../build-request-path.ts';
import type { MediaOptions } from '../media/fetch-media.ts';
import { createProxyMetrics } from '../observe/metrics.ts';
import { observeWith, overdrawnWith } from '../observe/observe.ts';
import { withRecord } from '../snapshot/apply-record.ts';
import { snapshotOf } from '../snapshot/compile.ts';
import { type Configuration, emptyConfiguration } from '../snapshot/configuration.ts';
import { currentSnapshot } from '../snapshot/current.ts';

type House = {
  readonly server: Awaited<ReturnType<typeof startOwnRedis>>;
  readonly providers: Awaited<ReturnType<typeof startSimulatedProviders>>;
  readonly current: ReturnType<typeof currentSnapshot>;
  /** Where Redis is, if that is more than the server's URL. */
  readonly address?: RedisAddress;
};

/**
 * One proxy on a free port, its simulated providers, and a configuration that the test writes itself. `beside`: a further proxy of that
 * one's house, to be stopped before it.
 */
export async function startProxyUnderTest(
  variables: Readonly<Record<string, string>> = {},
  media: MediaOptions = {},
  beside?: House,
) {
  // A Redis of its own: who shares one shares its usage stream, and metering under test would take these events away.
  const server = beside?.server ?? (await startOwnRedis());
  const redisUrl = server.url;
  const { config, problems } = parseConfig('proxy', { PALIMPSEST_REDIS_URL: redisUrl, ...variables });
  if (config === undefined) throw new Error(problems.join('\n'));
  const redis = connectRedis({ ...(beside?.address ?? { url: redisUrl }), onError: () => undefined });
  const providers = beside?.providers ?? (await startSimulatedProviders());
  const current = beside?.current ?? currentSnapshot();
  const built = buildRequestPath(redis, config, (overdrawn) => overdrawnWith(logger, () => metrics)(overdrawn), media);
  const registry = createMetrics('proxy');
  const metrics = createProxyMetrics(registry, {
    snapshotVersion: () => 0,
    deferredEvents: () => built.deferred.size,
  });
  const logs: string[] = [];
  const logger = createLogger({ service: 'proxy', level: 'debug', destination: { write: (line) => logs.push(line) } });
  const app = buildApp({
    path: built.path,
    once: built.once,
    snapshot: current.current,
    streamMode: config.PALIMPSEST_STREAM_MODE,
    heartbeatMs: config.PALIMPSEST_HEARTBEAT_MS,
    observe: observeWith(logger, metrics),
    maxBodyBytes: config.PALIMPSEST_MAX_BODY_BYTES,
    checks: {},
    draining: () => false,
    onBug: (error) => logger.error({ err: error }, 'a bug met a request'),
  });
  const close = closableHttp(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  const url = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';

  let configuration: Configuration = emptyConfiguration;
  let version = 0;
  const put = (entry: ConfigRecord): void => {
    configuration = withRecord(configuration, entry);
    current.swap(snapshotOf(configuration, ++version));
  };
  if (beside === undefined)
    put({ kind: 'data-key', record: { id: randomId('dk'), key: randomBytes(32), newest: true } satisfies DataKey });

  return {
    url,
    providers,
    logs,
    redis,
    server,
    current,
    registry,
    built,
    pool: new KeyPool(redis),
    /** A provider key with a secret of its own; its script is set with `providers[…].plays(secret, …)`. */
    key(
      provider: ProviderName,
      options: {
        models?: ModelEntry[];
        limits?: Limit[];
        secret?: string;
        enabled?: boolean;
        baseUrl?: string;
        vendor?: string;
        quotaGroup?: string;
      } = {},
    ): ServingKey & { secret: string } {
      const record = {
        id: providerKeyId(randomId('key')),
        name: 'a key',
        provider,
        baseUrl: options.baseUrl ?? providers[provider].baseUrl,
        vendor: options.vendor ?? provider,
        models: options.models ?? [],
        quotaGroup: options.quotaGroup,
        limits: options.limits ?? [],
        timeouts: {},
        enabled: options.enabled ?? true,
        secret: options.secret ?? `sk-test-${randomBytes(16).toString('hex')}`,
        listedModels: [],
      };
      put({ kind: 'provider-key', record });
      return record;
    },
    user(options: { limits?: Limit[]; models?: string[] } = {}): User & { key: string } {
      const key = `pgw_live_${randomBytes(32).toString('base64url')}`;
      const record: User = {
        id: userId(randomId('usr')),
        name: 'a user',
        limits: options.limits ?? [],
        models: options.models,
        gatewayKeys: [{ id: gatewayKeyId(randomId('gwk')), sha256: createHash('sha256').update(key).digest('hex') }],
      };
      put({ kind: 'user', record });
      return { ...record, key };
    },
    route: (record: Route) => put({ kind: 'route', record }),
    price: (record: Omit<Price, 'id' | 'effectiveFromMs' | 'vendor' | 'perRequest' | 'cachedInputPerMillion'>) =>
      put({
        kind: 'price',
        record: {
          id: priceId(randomId('prc')),
          effectiveFromMs: 0,
          vendor: undefined,
          perRequest: 0n,
          cachedInputPerMillion: undefined,
          ...record,
        },
      }),
    chat(user: { key: string }, body: object, headers: Record<string, string> = {}, signal?: AbortSignal) {
      return fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${user.key}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        signal: signal ?? null,
      });
    },
    /** The usage events of one user, as they stand in the stream, oldest first. */
    async events(user: { id: string }): Promise<UsageEvent[]> {
      const events = await Promise.all(
        usagePartitions.map(async (partition) => redis.xrangeBuffer(`pgw:v1:{usage:${partition}}:events`, '-', '+')),
      );
      return events
        .flat()
        .map(([, fields]) =>
          decodeUsageEvent(fields[fields.findIndex((name) => name.toString() === 'event') + 1] ?? Buffer.alloc(0)),
        )
        .filter((event) => event.userId === user.id)
        .sort((a, b) => a.atMs - b.atMs);
    },
    async stop() {
      await close();
      if (beside === undefined) await providers.close();
      await built.agent.close();
      await built.media.close();
      redis.disconnect();
      if (beside === undefined) await server.stop();
    },
  };
}

export type ProxyUnderTest = Awaited<ReturnType<typeof startProxyUnderTest>>;
