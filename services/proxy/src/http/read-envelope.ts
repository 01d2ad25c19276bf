import { GatewayError, type RequestId } from '@palimpsest/domain';
import { providers } from '@palimpsest/providers';
import { type Envelope, type StreamMode, streamModes } from '../inbound.ts';
import { type RequestHeaders, single } from '../request-headers.ts';

/** What a call's headers say beside who is calling; 400 for a header that cannot be meant. */
export function readEnvelope(
  headers: RequestHeaders,
  own: { readonly requestId: RequestId; readonly startedAt: number; readonly streamMode: StreamMode },
): Envelope | GatewayError {
  const session = single(headers['x-session-id']);
  if (session !== undefined && !/^[\x21-\x7e]{1,256}$/.test(session))
    return new GatewayError('invalid_request', "'X-Session-ID' must be 1 to 256 visible ASCII characters.", {
      param: 'X-Session-ID',
    });
  const mode = single(headers['x-palimpsest-stream']);
  if (mode !== undefined && !isStreamMode(mode))
    return new GatewayError('invalid_request', `'X-Palimpsest-Stream' must be one of ${streamModes.join(', ')}.`, {
      param: 'X-Palimpsest-Stream',
    });
  const idempotencyKey = single(headers['idempotency-key']);
  if (idempotencyKey !== undefined && !/^[\x20-\x7e]{1,255}$/.test(idempotencyKey))
    return new GatewayError('invalid_request', "'Idempotency-Key' must be 1 to 255 printable ASCII characters.", {
      param: 'Idempotency-Key',
    });
  return {
    requestId: own.requestId,
    clientRequestId: clientRequestId(headers),
    session,
    streamMode: mode ?? own.streamMode,
    idempotencyKey,
    forwarded: forwardedOf(headers),
    startedAt: own.startedAt,
  };
}

/** Headers that some provider knows. Authentication is in no provider's list. */
const forwardable = [...new Set(Object.values(providers).flatMap((provider) => provider.forwardedHeaders))];

/** What most calls have of them, in one object for all. */
const none: Readonly<Record<string, string>> = {};

function forwardedOf(headers: RequestHeaders): Readonly<Record<string, string>> {
  let forwarded = none;
  for (const name of forwardable) {
    const value = single(headers[name]);
    if (value !== undefined && /^[\x20-\x7e]{1,1024}$/.test(value)) forwarded = { ...forwarded, [name]: value };
  }
  return forwarded;
}

/** Kept and returned only where it is harmless in a header and in a log. */
export function clientRequestId(headers: RequestHeaders): string | undefined {
  const given = single(headers['x-request-id']);
  return given !== undefined && /^[\x21-\x7e]{1,256}$/.test(given) ? given : undefined;
}

const isStreamMode = (mode: string): mode is StreamMode => (streamModes as readonly string[]).includes(mode);
