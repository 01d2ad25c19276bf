import { randomBytes } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { statusError } from '@palimpsest/contracts';
import { providers } from '@palimpsest/providers';
import { closableHttp, createLogger, Secret } from '@palimpsest/runtime';
import {
  AlertLog,
  AlertMessages,
  AuditLog,
  ChangeMarks,
  connectRedis,
  KeyPool,
  OperatorSessions,
  Registry,
  SessionActivity,
  Sessions,
  UserQuota,
  usagePartitions,
  VendorHealth,
} from '@palimpsest/state';
import { startOwnRedis } from '@palimpsest/testkit';
import { buildApp } from '../app.ts';
import { createChangeFeed } from '../events/change-feed.ts';
import { publicApi } from '../http/overview/public-api.ts';
import type { Metering } from '../metering/metering.ts';
import { createProviderAgent } from '../provider-keys/ask-provider.ts';
import { createModelLists } from '../provider-keys/model-lists.ts';
import { createKeyTest } from '../provider-keys/test-key.ts';
import type { ControlRecords } from '../registry-records.ts';
import { type Keyring, keyringOf } from '../vault/keyring.ts';
import { createWebhookAgent } from '../webhooks/address.ts';

const nothing = {} as AnswerBody;
const away = (): Promise<never> => Promise.reject(statusError(status.UNAVAILABLE, 'nobody listens'));

/** Metering that does not answer. */
const noMetering: Metering = { requests: away, request: away, usage: away, overview: away };

export type SceneOptions = {
  /** Another scene whose Redis this one shares: a second replica of control. */
  readonly beside?: { readonly redisUrl: string; readonly operatorKey: string; readonly masterKey: Uint8Array };
  readonly masterKey?: Uint8Array;
  /** In the place of one that has the master key alone. */
  readonly keyring?: Keyring;
  readonly metering?: Metering;
  readonly webDir?: string;
  /** Whether the providers' lists of models are read; else nothing leaves this machine. */
  readonly readsModels?: boolean;
  /** Whether webhooks may be on this machine, as those of tests are. */
  readonly allowPrivateWebhooks?: boolean;
  /** Milliseconds of silence before a heartbeat of the events. */
  readonly heartbeatMs?: number;
  readonly trustedProxies?: readonly string[];
};

/** An answer's members as far as tests go on with them; whatever else is there is compared as it is. */
export type AnswerBody = {
  readonly [member: string]: unknown;
  readonly id: string;
  readonly name: string;
  readonly target: string;
  readonly state: string;
  readonly code: string;
  readonly created_at: string;
  readonly effective_from: string;
  readonly gateway_key: string;
  readonly csrf_token: string;
  readonly next_cursor: string | null;
  readonly data: readonly AnswerBody[];
  readonly gateway_keys: readonly AnswerBody[];
  readonly errors: readonly { readonly path: string; readonly message: string }[];
};

export type Answer = {
  readonly status: number;
  readonly body: AnswerBody;
  readonly headers: Readonly<Record<string, unknown>>;
};

export type Scene = Awaited<ReturnType<typeof startScene>>;

/** The operator API over a Redis of its own, called without a port. */
export async function startScene(options: SceneOptions = {}) {
  const {
    beside,
    masterKey,
    metering = noMetering,
    webDir = '/nowhere',
    readsModels = false,
    allowPrivateWebhooks = true,
    heartbeatMs = 15_000,
    trustedProxies = [],
  } = options;
  const server = beside === undefined ? await startOwnRedis() : undefined;
  const redisUrl: string = beside?.redisUrl ?? server?.url ?? '';
  const redis = connectRedis({ url: redisUrl, onError: () => undefined });
  const logs: string[] = [];
  const destination = { write: (line: string) => void logs.push(line) };
  const operatorKey: string = beside?.operatorKey ?? `pgw_op_${randomBytes(20).toString('hex')}`;
  const ownMasterKey: Uint8Array = masterKey ?? beside?.masterKey ?? randomBytes(32);
  const keyring = options.keyring ?? keyringOf([ownMasterKey]);
  const registry = new Registry<ControlRecords>(redis);
  const audit = new AuditLog(redis);
  const alerts = new AlertLog(redis);
  const messages = new AlertMessages(redis);
  const webhookAgent = createWebhookAgent(allowPrivateWebhooks);
  const sending = { dispatcher: webhookAgent, allowPrivate: allowPrivateWebhooks };
  const dispatcher = createProviderAgent();
  const pool = new KeyPool(redis);
  const health = new VendorHealth(redis);
  const activity = new SessionActivity(redis, usagePartitions);
  const turns = new Sessions(redis);
  const logger = createLogger({ service: 'control', level: 'debug', destination });
  const lists = createModelLists({ registry, keyring, providers, dispatcher, logger });
  const modelLists = readsModels ? lists : { readSoon: () => undefined };
  const app = await buildApp({
    registry,
    keyring,
    audit,
    alerts,
    feed: createChangeFeed({ marks: new ChangeMarks(redis), logger, everyMs: 20, logEveryMs: 20 }),
    heartbeatMs,
    messages,
    sending,
    pool,
    health,
    quota: new UserQuota(redis),
    sessions: new OperatorSessions(redis),
    activity,
    turns,
    metering,
    test: createKeyTest({ keyring, providers, dispatcher }),
    modelLists,
    operatorKey: new Secret(operatorKey),
    logger,
    checks: { redis: async () => (await redis.ping()) === 'PONG' },
    publicApi: publicApi('https://gateway.example.org/', 8000),
    webDir,
    trustedProxies,
  });

  const close = closableHttp(app);

  /** Calls the API with the operator key, or with the headers given instead. */
  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    headers: Record<string, string> = { authorization: `Bearer ${operatorKey}` },
  ): Promise<Answer> => {
    const answer = await app.inject({
      method,
      url: `/api/v1${path}`,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const json = String(answer.headers['content-type']).includes('json');
    return { status: answer.statusCode, body: json ? answer.json<AnswerBody>() : nothing, headers: answer.headers };
  };

  return {
    app,
    call,
    redis,
    redisUrl,
    server,
    registry,
    keyring,
    masterKey: ownMasterKey,
    audit,
    alerts,
    messages,
    sending,
    logger,
    pool,
    health,
    activity,
    turns,
    lists,
    operatorKey,
    logs,
    async stop() {
      await close();
      await lists.stop();
      await dispatcher.close();
      await webhookAgent.destroy();
      redis.disconnect();
      await server?.stop();
    },
  };
}
