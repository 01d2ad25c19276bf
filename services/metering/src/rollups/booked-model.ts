import type { UsageEvent } from '@palimpsest/domain';

/**
 * The model under which an event is summed: the name that the client asked for, and none where nobody serves it, or the call was refused
 * before anybody looked. Sums are kept for ever: what callers make up must not add to them. The request log has every name.
 */
export const bookedModel = (event: UsageEvent): string => (isServedName(event) ? event.model : '');

function isServedName({ errorCode, chain }: UsageEvent): boolean {
  switch (errorCode) {
    // Also where keys were asked by a pattern that fits, and every provider said that it has no such model.
    case 'model_not_found':
      return false;
    case 'invalid_api_key':
    case 'not_found':
    case 'method_not_allowed':
    case 'model_not_allowed':
    case 'invalid_request':
    case 'unsupported_media_type':
    case 'request_timeout':
    case 'request_too_large':
    case 'idempotency_key_reused':
      return chain.length > 0;
    case undefined:
    case 'model_not_priced':
    case 'user_quota_exceeded':
    case 'pool_exhausted':
    case 'no_usable_key':
    case 'upstream_failed':
    case 'upstream_rejected':
    case 'gateway_unavailable':
    case 'gateway_timeout':
    case 'internal_error':
      return true;
  }
}
