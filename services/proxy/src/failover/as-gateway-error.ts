import { GatewayError } from '@palimpsest/domain';
import { isStoreUnavailable, UsageStreamFull } from '@palimpsest/state';

/** What was thrown, as the caller may see it: Redis being away is expected, anything else is a bug of ours. */
export function asGatewayError(cause: unknown): GatewayError {
  if (cause instanceof GatewayError) return cause;
  if (cause instanceof UsageStreamFull)
    return new GatewayError('gateway_unavailable', 'The gateway cannot write down more usage just now.', {
      cause,
      retryAfterMs: 5000,
    });
  return isStoreUnavailable(cause)
    ? new GatewayError('gateway_unavailable', 'The gateway cannot reach its store just now.', {
        cause,
        retryAfterMs: 1000,
      })
    : new GatewayError('internal_error', 'The gateway made a mistake; it has been logged.', { cause });
}
