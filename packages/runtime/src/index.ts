export { closableHttp } from './close-http.ts';
export { loadConfig } from './config/load-config.ts';
export { type Config, type Parsed, parseConfig } from './config/parse-config.ts';
export { type Environment, readEnvironment } from './config/read-environment.ts';
export { type RedisEndpoint, redisEndpoint, requiredRedis } from './config/redis-endpoint.ts';
export { StartProblem } from './config/start-problem.ts';
export type { Reader, Service, Variable } from './config/variable.ts';
export { type VariableName, variables } from './config/variables.ts';
export { type GracefulStopOptions, stopOnSignal } from './graceful-stop.ts';
export { guardedLookup } from './guarded-lookup.ts';
export { listenOrExplain } from './listen.ts';
export { createLogger, type Logger, type LoggerOptions } from './logger.ts';
export { createMetrics } from './metrics.ts';
export {
  newAlertId,
  newAuditId,
  newDataKeyId,
  newGatewayKeyId,
  newPriceId,
  newProviderKeyId,
  newRequestId,
  newUserId,
  newWebhookId,
} from './new-id.ts';
export { type OpsServer, type OpsServerOptions, startOpsServer } from './ops-server.ts';
export { isPublicAddress } from './public-address.ts';
export { notPublic, publicLookup, type Resolve } from './public-lookup.ts';
export { type Readiness, type ReadinessChecks, readinessOf } from './readiness.ts';
export { redact } from './redact.ts';
export { type Repeated, repeat } from './repeat.ts';
export { restartPauses } from './restart-pauses.ts';
export { runService, type ServiceContext } from './run-service.ts';
export { Secret } from './secret.ts';
export { startTelemetry, type Telemetry, type TelemetryOptions } from './telemetry.ts';
export { readTlsFiles, type TlsFiles } from './tls-files.ts';
export { watchCheck } from './watch-check.ts';
