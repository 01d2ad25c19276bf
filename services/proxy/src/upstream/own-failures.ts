import type { AnswerEvent, Failure } from '@palimpsest/domain';
import { notHttp, type Provider, type Refusal } from '@palimpsest/providers';
import { Stopped } from './watchdog.ts';

const untold = { status: null, retryAfterMs: null } as const;

/** The failure of an attempt that we stopped ourselves. Time-outs are the provider's to classify. */
export function stopFailure(reason: unknown, provider: Provider): Failure {
  const code = reason instanceof Stopped ? reason.code : 'CLIENT_GONE';
  switch (code) {
    case 'CLIENT_GONE':
      return { ...untold, kind: 'cancelled', scope: 'client', reason: 'the client went away' };
    case 'DEADLINE':
      return { ...untold, kind: 'timed-out', scope: 'request', reason: 'the time for the whole request was over' };
    case 'SHUTDOWN':
      return { ...untold, kind: 'cancelled', scope: 'request', reason: 'the gateway was stopped' };
    case 'ANSWER_TOO_LARGE':
      return {
        ...untold,
        kind: 'malformed-answer',
        scope: 'size',
        reason: 'the answer is larger than PALIMPSEST_MAX_ANSWER_BYTES',
      };
    case 'FIRST_BYTE_TIMEOUT':
    case 'STALL_TIMEOUT':
    case 'PLAIN_TIMEOUT':
      return provider.classify({ at: 'transport', errorCode: code, message: code });
  }
}

/** What the client asked for and this provider cannot give. */
export const refusalFailure = ({ refused }: Refusal): Failure => ({
  ...untold,
  kind: 'request-rejected',
  scope: 'request',
  reason: refused.message,
  answer: { type: 'invalid_request_error', ...refused },
});

/** An answer that decoded well has an end; without one, which is a bug of a decoder, it fails closed. */
export const endless = (events: readonly AnswerEvent[]): Failure | undefined =>
  events.at(-1)?.type === 'answer-end'
    ? undefined
    : { ...untold, kind: 'malformed-answer', scope: 'provider', reason: 'the answer has no end' };

/**
 * Whether this is a bug, and nothing that a provider is to blame for: what a connection, its TLS or a compressed body fails with has a code,
 * from Node.js or undici, as has what we stopped ourselves. Of what is no HTTP undici has no code for everything.
 */
export function isOwnMistake(error: unknown): boolean {
  const { name, code, cause } = error as { name?: string; code?: unknown; cause?: { code?: unknown } };
  return typeof (code ?? cause?.code) !== 'string' && name !== notHttp.name;
}

/**
 * Whether a request that met this may have been taken, so that it counts: all but those for which no connection stood, and those whose
 * secret could not even be sent.
 */
export function mayHaveArrived({ kind, scope, status }: Failure): boolean {
  if (kind === 'disconnected') return scope === 'request';
  return kind !== 'key-rejected' || status !== null;
}
