import { grpcAddress } from '@palimpsest/contracts';
import { readTlsFiles, requiredRedis, runService, StartProblem } from '@palimpsest/runtime';
import { startControl } from './control.ts';
import { publicApi } from './http/overview/public-api.ts';
import { environmentKeys } from './imports/environment-keys.ts';
import { readOperatorKey } from './operator/operator-key.ts';
import { readMasterKeys } from './vault/master-key.ts';

await runService('control', async ({ config, environment, logger }) => {
  const { keys, problems } = environmentKeys(environment);
  if (problems.length > 0) throw new StartProblem(problems.join('\n'));
  return startControl({
    redis: requiredRedis(config),
    host: config.PALIMPSEST_LISTEN_HOST,
    ports: {
      http: config.PALIMPSEST_CONTROL_PORT,
      grpc: config.PALIMPSEST_CONTROL_GRPC_PORT,
      ops: config.PALIMPSEST_CONTROL_OPS_PORT,
    },
    meteringAddress: grpcAddress(config.PALIMPSEST_METERING_HOST, config.PALIMPSEST_METERING_GRPC_PORT),
    tls: readTlsFiles(config.PALIMPSEST_DATA_DIR, 'control'),
    masterKeys: () => readMasterKeys(config),
    operatorKey: readOperatorKey(config),
    environmentKeys: keys,
    publicApi: publicApi(config.PALIMPSEST_PUBLIC_URL, config.PALIMPSEST_PROXY_PORT),
    webDir: config.PALIMPSEST_WEB_DIR,
    trustedProxies: config.PALIMPSEST_TRUSTED_PROXIES ?? [],
    pollBalances: config.PALIMPSEST_POLL_BALANCES,
    allowPrivateWebhooks: config.PALIMPSEST_ALLOW_PRIVATE_WEBHOOKS,
    logger,
  });
});
