import { readTlsFiles, requiredRedis, runService } from '@palimpsest/runtime';
import { startMetering } from './metering.ts';

await runService('metering', ({ config, logger }) =>
  startMetering({
    redis: requiredRedis(config),
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
  }),
);
