import type { Failure, FailureKind, FailureScope } from '@palimpsest/domain';
import type { FailureEvidence } from '../provider.ts';

type Meaning = readonly [kind: FailureKind, scope: FailureScope, reason: string];

/** Codes of Node, undici and the gateway itself. */
const meanings = new Map<string, Meaning>(
  Object.entries({
    ECONNREFUSED: ['disconnected', 'provider', 'connection refused'],
    ENOTFOUND: ['disconnected', 'provider', 'host not found'],
    EAI_AGAIN: ['disconnected', 'egress', 'name service unavailable'],
    EHOSTUNREACH: ['disconnected', 'provider', 'host unreachable'],
    ENETUNREACH: ['disconnected', 'egress', 'network unreachable'],
    ETIMEDOUT: ['disconnected', 'provider', 'connect timeout'],
    UND_ERR_CONNECT_TIMEOUT: ['disconnected', 'provider', 'connect timeout'],
    ECONNRESET: ['disconnected', 'request', 'connection reset'],
    EPIPE: ['disconnected', 'request', 'connection reset'],
    UND_ERR_SOCKET: ['disconnected', 'request', 'connection closed'],
    UND_ERR_HEADERS_TIMEOUT: ['timed-out', 'provider-model', 'no answer in time'],
    UND_ERR_BODY_TIMEOUT: ['timed-out', 'provider-model', 'stalled'],
    FIRST_BYTE_TIMEOUT: ['timed-out', 'provider-model', 'no first byte in time'],
    STALL_TIMEOUT: ['timed-out', 'provider-model', 'stalled'],
    PLAIN_TIMEOUT: ['timed-out', 'provider-model', 'no answer in time'],
    // Ours, of what a name service said: no vendor was asked, and no key is to blame. What an operator enters is refused then.
    FORBIDDEN_ADDRESS: ['disconnected', 'egress', 'address is link-local or for metadata'],
    UND_ERR_HEADERS_OVERFLOW: ['malformed-answer', 'provider', 'headers too large'],
    UND_ERR_INVALID_ARG: ['key-rejected', 'key', 'secret cannot be a header'],
    ERR_INVALID_CHAR: ['key-rejected', 'key', 'secret cannot be a header'],
    UND_ERR_ABORTED: ['cancelled', 'client', 'cancelled'],
    ABORT_ERR: ['cancelled', 'client', 'cancelled'],
  } satisfies Record<string, Meaning>),
);

const families: readonly (readonly [RegExp, Meaning])[] = [
  [/^HPE_/, ['malformed-answer', 'provider', 'not HTTP']],
  [/^(?:ERR_SSL|ERR_TLS|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO)/, ['disconnected', 'provider', 'TLS error']],
  [/^Z_/, ['malformed-answer', 'request', 'compressed body broken']],
];

/** The message may hold a secret (a header that cannot be sent is quoted in full), so it is looked at but never kept. */
export function classifyTransport(evidence: Extract<FailureEvidence, { at: 'transport' }>): Failure {
  const [kind, scope, reason]: Meaning =
    meanings.get(evidence.errorCode) ??
    families.find(([form]) => form.test(evidence.errorCode))?.[1] ??
    (/invalid header value/i.test(evidence.message)
      ? ['key-rejected', 'key', 'secret cannot be a header']
      : ['disconnected', 'provider', 'connection failed']);
  return { kind, scope, status: null, retryAfterMs: null, reason };
}
