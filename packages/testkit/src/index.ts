export {
  type Example,
  exampleDataKey,
  exampleKey,
  examplePrice,
  exampleRoute,
  exampleUser,
  sha256,
} from './configuration/example-records.ts';
export { faultCatalogue } from './faults/catalogue.ts';
export type { Fault, Follows, Until } from './faults/fault.ts';
export { type OperatorApi, operatorApi } from './operator/operator-api.ts';
export type {
  Key,
  Limit,
  LoggedAttempt,
  LoggedRequest,
  NewKey,
  NewUser,
  UsageRow,
  User,
} from './operator/operator-types.ts';
export type { Answer, AnswerUsage, ToolCallAnswer } from './providers/answer.ts';
export { quotaFailure } from './providers/gemini/error-body.ts';
export { insufficientQuota } from './providers/openai/error-body.ts';
export type { SimulatedCall } from './providers/simulated-call.ts';
export type { SimulatedProvider } from './providers/simulated-provider.ts';
export { type SimulatedProviders, startSimulatedProviders } from './providers/start-simulated-providers.ts';
export {
  answer,
  cutAfter,
  type Delivery,
  fail,
  hang,
  resetConnection,
  type ScriptedStep,
  type Step,
  send,
  stallAfter,
  webPage,
} from './providers/step.ts';
export { freePort, freePorts } from './redis/free-port.ts';
export { inlineCommand } from './redis/inline-command.ts';
export { randomId } from './redis/random-id.ts';
export { type ClusterOptions, type RedisCluster, startRedisCluster } from './redis/redis-cluster.ts';
export { startRedisProcess } from './redis/redis-process.ts';
export { type RedisSentinels, type SentinelOptions, startRedisSentinels } from './redis/redis-sentinels.ts';
export type { RedisServer } from './redis/redis-server.ts';
export type { RedisProcess } from './redis/server-process.ts';
export { startOwnRedis, startRedis } from './redis/start-redis.ts';
export { type Relay, startRelay } from './relay.ts';
export { type TestAuthority, type TestTls, testAuthority } from './tls/test-authority.ts';
