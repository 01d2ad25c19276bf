import { services, type Variable } from './variable.ts';
import {
  addressRanges,
  host,
  hostList,
  httpUrl,
  oneOf,
  path,
  port,
  redisUrl,
  secret,
  wholeNumber,
  word,
} from './variable-kinds.ts';

/** Where things are: files, ports, Redis, secrets, logs. */
export const deploymentVariables = {
  PALIMPSEST_DATA_DIR: {
    kind: path,
    default: './data',
    readers: services,
    meaning: 'Master key, operator key, mTLS material, embedded Redis; created with mode 0700.',
  },
  PALIMPSEST_ENV_FILE: {
    kind: path,
    default: './.env',
    readers: services,
    meaning: 'Read at start where it exists; what the environment itself sets goes first.',
  },
  PALIMPSEST_PROXY_PORT: {
    kind: port,
    default: '8000',
    readers: ['control', 'proxy'],
    meaning: 'The public OpenAI-compatible API. Control shows it in the dashboard.',
  },
  PALIMPSEST_PUBLIC_URL: {
    kind: httpUrl,
    readers: ['control'],
    meaning:
      'Where clients reach the public API, with or without `/v1`, for the dashboard to show. Unset: the host of the dashboard with `PALIMPSEST_PROXY_PORT`.',
  },
  PALIMPSEST_PROXY_WORKERS: {
    kind: wholeNumber(1, 256, 'processes'),
    default: '1',
    readers: ['proxy'],
    meaning: 'Processes that share the port of one proxy, each on a core of its own; see operations.md.',
  },
  PALIMPSEST_CONTROL_PORT: {
    kind: port,
    default: '8080',
    readers: ['control'],
    meaning: 'The operator API and the dashboard.',
  },
  PALIMPSEST_TRUSTED_PROXIES: {
    kind: addressRanges,
    readers: ['control'],
    meaning:
      'What terminates TLS in front of control: its `X-Forwarded-For` and `X-Forwarded-Proto` are believed. Unset: nobody’s are.',
  },
  PALIMPSEST_CONTROL_GRPC_PORT: {
    kind: port,
    default: '50051',
    readers: ['control', 'proxy'],
    meaning: 'Control to the proxies, gRPC over mTLS.',
  },
  PALIMPSEST_METERING_GRPC_PORT: {
    kind: port,
    default: '50052',
    readers: ['control', 'metering'],
    meaning: 'Metering to control, gRPC over mTLS.',
  },
  PALIMPSEST_PROXY_OPS_PORT: {
    kind: port,
    default: '9464',
    readers: ['proxy'],
    meaning: '`/metrics`, `/healthz` and `/readyz` of the proxy.',
  },
  PALIMPSEST_CONTROL_OPS_PORT: {
    kind: port,
    default: '9465',
    readers: ['control'],
    meaning: '`/metrics`, `/healthz` and `/readyz` of control.',
  },
  PALIMPSEST_METERING_OPS_PORT: {
    kind: port,
    default: '9466',
    readers: ['metering'],
    meaning: '`/metrics`, `/healthz` and `/readyz` of metering.',
  },
  PALIMPSEST_LISTEN_HOST: {
    kind: host,
    default: '127.0.0.1',
    readers: services,
    meaning: 'The address that every port listens on; `0.0.0.0` for all of the machine.',
  },
  PALIMPSEST_CONTROL_HOST: {
    kind: host,
    default: '127.0.0.1',
    readers: ['proxy'],
    meaning: 'Where a proxy finds the gRPC port of control.',
  },
  PALIMPSEST_METERING_HOST: {
    kind: host,
    default: '127.0.0.1',
    readers: ['control'],
    meaning: 'Where control finds the gRPC port of metering.',
  },
  PALIMPSEST_WEB_DIR: {
    kind: path,
    default: './web/dist',
    readers: ['control'],
    meaning: 'The built dashboard, served at `/` by control.',
  },
  PALIMPSEST_REDIS_URL: {
    kind: redisUrl,
    readers: services,
    meaning: 'One Redis. Without this and the two below, `make up` runs one of its own.',
  },
  PALIMPSEST_REDIS_CLUSTER: {
    kind: hostList,
    readers: services,
    meaning: 'Some nodes of a Redis Cluster, in place of the URL.',
  },
  PALIMPSEST_REDIS_SENTINELS: {
    kind: hostList,
    readers: services,
    meaning: 'The Sentinels that know the master, in place of the URL.',
  },
  PALIMPSEST_REDIS_MASTER_NAME: {
    kind: word,
    readers: services,
    meaning: 'The name under which the Sentinels know the master.',
  },
  PALIMPSEST_REDIS_USERNAME: {
    kind: word,
    readers: services,
    meaning: 'For a cluster or the master behind Sentinels; a URL carries its own.',
  },
  PALIMPSEST_REDIS_PASSWORD: {
    kind: secret('1 to 512 characters without a line break', /^.{1,512}$/, 'is not a password'),
    readers: services,
    meaning: 'For a cluster or the master behind Sentinels; a URL carries its own.',
  },
  PALIMPSEST_EMBEDDED_REDIS_PORT: {
    kind: port,
    default: '6390',
    readers: [],
    meaning: 'The port of the Redis that `make up` runs.',
  },
  PALIMPSEST_OPERATOR_KEY: {
    kind: secret(
      'pgw_op_ and at least 32 letters or digits',
      /^pgw_op_[A-Za-z0-9]{32,512}$/,
      'does not have the form of an operator key',
    ),
    readers: ['control'],
    meaning: 'Opens the operator API and the dashboard. Unset: `DATA_DIR/operator.key`, generated at the first start.',
  },
  PALIMPSEST_MASTER_KEY: {
    kind: secret(
      '32 bytes in URL-safe base64; while a rotation is under way several of them, separated by commas',
      /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]=?(?:[,\s]+[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]=?)*$/,
      'is not 32 bytes in URL-safe base64',
    ),
    readers: ['control'],
    meaning:
      'Encrypts the stored provider secrets. Unset: `DATA_DIR/master.key`, generated at the first start, which `make rekey` can replace.',
  },
  PALIMPSEST_MASTER_KEY_FILE: {
    kind: path,
    readers: ['control'],
    meaning: 'A file that holds the master key, in place of the variable; read again whenever it changes.',
  },
  PALIMPSEST_LOG_LEVEL: {
    kind: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    default: 'info',
    readers: services,
    meaning: 'The least level that is logged.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    kind: httpUrl,
    readers: services,
    meaning:
      'Where traces go, `/v1/traces` is added. Unset: none are made. Of the other standard variables work `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_TRACES_SAMPLER`, `OTEL_TRACES_SAMPLER_ARG`, `OTEL_SDK_DISABLED`, and those of the exporter: headers, time-out, compression, certificates.',
  },
} as const satisfies Record<string, Variable>;
