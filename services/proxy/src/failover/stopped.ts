import { GatewayError } from '@palimpsest/domain';

/** What a caller is told whose request could not end before this proxy had to: another one takes it at once. */
export const stopped = (): GatewayError =>
  new GatewayError('gateway_unavailable', 'The gateway was stopped before the answer was there.', {
    retryAfterMs: 1000,
  });

/** What a caller is told whose request took all the time that it may. */
export const timedOut = (): GatewayError =>
  new GatewayError('gateway_timeout', 'The time for the whole request was over before any key had answered.');
