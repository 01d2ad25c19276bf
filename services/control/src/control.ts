import type { AddressInfo } from 'node:net';
import { makeClient, type TlsMaterial, UsageQueryService } from '@palimpsest/contracts';
import { providers } from '@palimpsest/providers';
import {
  closableHttp,
  createMetrics,
  type Logger,
  listenOrExplain,
  type Secret,
  startOpsServer,
  watchCheck,
} from '@palimpsest/runtime';
import {
  AlertLog,
  AlertMessages,
  AuditLog,
  ChangeMarks,
  connectRedis,
  KeyPool,
  MasterKeys,
  OperatorSessions,
  type RedisAddress,
  Registry,
  registryTrouble,
  SessionActivity,
  Sessions,
  UserQuota,
  usagePartitions,
  VendorHealth,
} from '@palimpsest/state';
import { startUnreadableKeyRounds } from './alerts/unreadable-key-rounds.ts';
import { buildApp } from './app.ts';
import { startBalanceRounds } from './balances/balance-rounds.ts';
import { createBalances } from './balances/poll-balances.ts';
import { createChangeFeed } from './events/change-feed.ts';
import { serveConfiguration } from './grpc/serve-configuration.ts';
import type { PublicApi } from './http/overview/public-api.ts';
import type { EnvironmentKey } from './imports/environment-keys.ts';
import { meteringOf } from './metering/metering.ts';
import { createControlMetrics } from './observe/metrics.ts';
import { readPoolFigures } from './observe/pool-figures.ts';
import { readSeldom } from './observe/read-seldom.ts';
import { prepare } from './prepare.ts';
import { createProviderAgent } from './provider-keys/ask-provider.ts';
import { createModelLists } from './provider-keys/model-lists.ts';
import { startModelRounds } from './provider-keys/model-rounds.ts';
import { createKeyTest } from './provider-keys/test-key.ts';
import type { ControlRecords } from './registry-records.ts';
import { announceKeyring } from './vault/announce-keyring.ts';
import { liveKeyring } from './vault/live-keyring.ts';
import type { MasterKeyBytes } from './vault/master-key.ts';
import { createWebhookAgent } from './webhooks/address.ts';
import { startDeliveries } from './webhooks/delivery-rounds.ts';

export type ControlOptions = {
  readonly redis: RedisAddress;
  readonly host: string;
  /** 0 takes any free port. */
  readonly ports: { readonly http: number; readonly grpc: number; readonly ops: number };
  /** `host:port` of metering. */
  readonly meteringAddress: string;
  readonly tls: TlsMaterial;
  /** Read again whenever it may have changed. */
  readonly masterKeys: () => MasterKeyBytes;
  readonly operatorKey: Secret;
  readonly environmentKeys: readonly EnvironmentKey[];
  /** Where clients reach the proxies. */
  readonly publicApi: PublicApi;
  readonly webDir: string;
  /** As `AppParts` has them. */
  readonly trustedProxies: readonly string[];
  /** Whether accounts are asked what they have left. */
  readonly pollBalances: boolean;
  /** Whether webhooks may lead to loopback and private addresses. */
  readonly allowPrivateWebhooks: boolean;
  readonly logger: Logger;
};

export type Control = {
  readonly ports: { readonly http: number; readonly grpc: number; readonly ops: number };
  stop(): Promise<void>;
};

/** Anybody may scrape, and reading the pool is work for Redis. */
const poolEveryMs = 5_000;

/** Puts the service together and starts it: operators are answered, proxies follow the registry. */
export async function startControl(options: ControlOptions): Promise<Control> {
  const { logger, host, tls, operatorKey } = options;
  const keyring = liveKeyring(options.masterKeys, logger);
  const onError = (err: Error) => logger.warn({ err }, 'Redis connection');
  const redis = connectRedis({ ...options.redis, onError });
  const patient = connectRedis({ ...options.redis, use: 'blocking', onError });
  const store = { registry: new Registry<ControlRecords>(redis), keyring };
  const announcing = announceKeyring(new MasterKeys(redis), keyring, logger);
  const metering = makeClient(UsageQueryService, { address: options.meteringAddress, peer: 'metering', tls });
  const dispatcher = createProviderAgent();
  const webhookAgent = createWebhookAgent(options.allowPrivateWebhooks);
  const sending = { dispatcher: webhookAgent, allowPrivate: options.allowPrivateWebhooks };
  const metrics = createMetrics('control');

  const modelLists = createModelLists({ ...store, providers, dispatcher, logger });

  const stopping = new AbortController();
  const preparation = prepare(store, options.environmentKeys, logger, stopping.signal);
  const rounds = [startModelRounds(modelLists, preparation.ended, logger)];
  const pool = new KeyPool(redis);
  if (options.pollBalances) {
    const balances = createBalances({ ...store, pool, dispatcher, logger });
    rounds.push(startBalanceRounds(balances, preparation.ended, logger));
  }
  const [alerts, messages] = [new AlertLog(redis), new AlertMessages(redis)];
  const configuration = await listenOrExplain(
    { host, port: options.ports.grpc, variable: 'PALIMPSEST_CONTROL_GRPC_PORT' },
    () => serveConfiguration({ host, port: options.ports.grpc, tls, ...store, patient, logger }),
  );
  keyring.onGain(configuration.resendLocked);
  const checks = {
    redis: async () => (await registryTrouble(redis)) ?? true,
    vault: preparation.done,
    configuration: configuration.ready,
  };
  const watched = watchCheck('redis', checks.redis, logger);
  const health = new VendorHealth(redis);
  const app = await buildApp({
    ...store,
    pool,
    health,
    quota: new UserQuota(redis),
    audit: new AuditLog(redis),
    alerts,
    feed: createChangeFeed({ marks: new ChangeMarks(redis), logger }),
    messages,
    sending,
    sessions: new OperatorSessions(redis),
    activity: new SessionActivity(redis, usagePartitions),
    turns: new Sessions(redis),
    metering: meteringOf(metering.call),
    modelLists,
    test: createKeyTest({ keyring, providers, dispatcher }),
    operatorKey,
    publicApi: options.publicApi,
    logger,
    checks,
    webDir: options.webDir,
    trustedProxies: options.trustedProxies,
  });
  const close = closableHttp(app);
  await listenOrExplain({ host, port: options.ports.http, variable: 'PALIMPSEST_CONTROL_PORT' }, () =>
    app.listen({ host, port: options.ports.http }),
  );
  const poolFigures = readSeldom(
    poolEveryMs,
    () => readPoolFigures({ ...store, pool, health, alerts }),
    (err) => logger.info({ err }, 'the pool cannot be measured now'),
  );
  const { onSent } = createControlMetrics(metrics, { configuration, poolFigures });
  const ops = await startOpsServer({
    host,
    port: options.ports.ops,
    variable: 'PALIMPSEST_CONTROL_OPS_PORT',
    metrics,
    checks,
    logger,
  });
  rounds.push(startUnreadableKeyRounds({ ...store, alerts, logger }));
  rounds.push(startDeliveries({ ...store, ...sending, alerts, messages, logger, onSent }));
  const ports = { http: portOf(app.server.address()) ?? options.ports.http, grpc: configuration.port, ops: ops.port };
  logger.info(ports, 'control');

  return {
    ports,
    async stop() {
      stopping.abort();
      watched.stop();
      await close();
      await Promise.all(rounds.map((round) => round.stop()));
      await configuration.stop();
      await preparation.ended;
      await announcing.stop();
      await ops.close();
      metering.close();
      await Promise.all([dispatcher.close(), webhookAgent.destroy()]);
      redis.disconnect();
      patient.disconnect();
    },
  };
}

const portOf = (address: AddressInfo | string | null): number | undefined =>
  typeof address === 'object' ? address?.port : undefined;
