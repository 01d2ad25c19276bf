import type { DescService } from '@bufbuild/protobuf';
import { MethodOptions_IdempotencyLevel as Idempotency } from '@bufbuild/protobuf/wkt';
import { type ChannelOptions, logVerbosity, setLogVerbosity } from '@grpc/grpc-js';

// grpc-js writes lines of its own to standard error, past our logger; what it has to say reaches us as errors anyway.
setLogVerbosity(logVerbosity.NONE);

/**
 * For both ends of every channel: a peer that is frozen or cut off is noticed within 13 s also while nothing is said,
 * and a lost one is looked for again after 0.2 to 2 s. A megabyte may be under way to a client that is busy: with HTTP/2's own 64 KiB, who
 * sends a whole configuration waits after each part until it is read.
 */
export const channelOptions = {
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 3_000,
  'grpc.keepalive_permit_without_calls': 1,
  'grpc.initial_reconnect_backoff_ms': 200,
  'grpc.max_reconnect_backoff_ms': 2_000,
  'grpc-node.flow_control_window': 1024 * 1024,
} as const satisfies ChannelOptions;

/**
 * What the answer to a question may weigh, bytes: it comes as one message, and sums of usage have a row for each user. 100,000 of them are
 * 5 MiB, which is more than the 4 MiB that grpc-js takes by itself; so that no answer fills the memory, there is an end all the same.
 */
const mostAnswerBytes = 64 * 1024 * 1024;

/** Streams come in small parts, and keep grpc-js's own limit. */
export const answerLimits = (service: DescService): ChannelOptions =>
  service.methods.some(({ methodKind }) => methodKind === 'unary')
    ? { 'grpc.max_receive_message_length': mostAnswerBytes }
    : {};

const retryPolicy = {
  maxAttempts: 4,
  initialBackoff: '0.2s',
  maxBackoff: '1s',
  backoffMultiplier: 2,
  retryableStatusCodes: ['UNAVAILABLE'],
};

/** Repeats calls that never reached the peer, of the methods that the contract marks as free of side effects. */
export function retryPolicies(service: DescService): ChannelOptions {
  const name = service.methods
    .filter((method) => method.methodKind === 'unary' && method.idempotency === Idempotency.NO_SIDE_EFFECTS)
    .map((method) => ({ service: service.typeName, method: method.name }));
  if (name.length === 0) return {};
  return { 'grpc.service_config': JSON.stringify({ methodConfig: [{ name, retryPolicy }] }) };
}
