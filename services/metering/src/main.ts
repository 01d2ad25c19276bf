import { readTlsFiles, redisSettings, runService, StartProblem } from '@palimpsest/runtime';
import { redisAddress } from '@palimpsest/state';
import { startMetering } from './metering.ts';

await runService('metering', ({ config, logger }) => {
  const redis = redisAddress(redisSettings(config));
  if (redis === undefined) throw new StartProblem('PALIMPSEST_REDIS_URL is not set');
  return startMetering({
    redis,
    host: config.PALIMPSEST_LISTEN_HOST,
    grpcPort: config.PALIMPSEST_METERING_GRPC_PORT,
    opsPort: config.PALIMPSEST_METERING_OPS_PORT,
    tls: readTlsFiles(config.PALIMPSEST_DATA_DIR, 'metering'),
    retention: {
      logDays: config.PALIMPSEST_REQUEST_LOG_DAYS,
      logMost: config.PALIMPSEST_REQUEST_LOG_MAX,
      sessionTtlMs: config.PALIMPSEST_SESSION_TTL_SECONDS * 1000,
    },
    logger,
  });
});
