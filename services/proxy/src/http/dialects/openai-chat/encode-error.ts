import { type GatewayError, gatewayErrorCodes, type JsonObject } from '@palimpsest/domain';

/** OpenAI's error shape. All four members are always there; `attempts` only where something was tried. */
export function encodeError(error: GatewayError): JsonObject {
  const { upstream, param, attempts } = error.options;
  return {
    error: {
      message: error.publicMessage,
      type: upstream?.type ?? gatewayErrorCodes[error.code].type,
      param: param ?? null,
      code: upstream === undefined ? error.code : upstream.code,
      ...(attempts === undefined ? {} : { attempts: attempts as unknown as JsonObject[] }),
    },
  };
}

/** Whole seconds, rounded up, at least 1. */
const retryAfterSeconds = (error: GatewayError): number | undefined =>
  error.options.retryAfterMs === undefined ? undefined : Math.max(1, Math.ceil(error.options.retryAfterMs / 1000));

/** The headers that go with an error besides those of every answer. */
export function errorHeaders(error: GatewayError): Record<string, string> {
  const headers: Record<string, string> = {};
  const seconds = retryAfterSeconds(error);
  if (seconds !== undefined) headers['retry-after'] = String(seconds);
  const { shouldRetry } = gatewayErrorCodes[error.code];
  // Official clients send a conflict again, too, although a refused request stays refused.
  const isRetried = error.status === 429 || (error.status === 409 && error.options.upstream !== undefined);
  if (isRetried || shouldRetry === false) headers['x-should-retry'] = 'false';
  return headers;
}

/** One event for a stream that is already open; nothing follows it, and no `[DONE]`. */
export function encodeErrorEvent(error: GatewayError): string {
  const shape = encodeError(error).error as JsonObject;
  const seconds = retryAfterSeconds(error);
  return `data: ${JSON.stringify({ error: seconds === undefined ? shape : { ...shape, retry_after: seconds } })}\n\n`;
}
