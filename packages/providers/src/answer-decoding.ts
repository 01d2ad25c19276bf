import type { Failure, Json } from '@palimpsest/domain';
import type { Decoded, FailureEvidence } from './provider.ts';

/** Reads one streamed answer, event by event. It is total: odd shapes yield nothing or a failure, never a throw. */
export type EventDecoder = {
  /** `payload` is an event's JSON; `event` its name, where the provider gives one. */
  decode(payload: Json, event: string | undefined): readonly Decoded[];
  /**
   * The body is over; `clean` says that it ended by itself. What was held back up to the end (`choice-end`, the last usage), closed by
   * `answer-end` or a failure; `undefined` where the provider's own end mark has not been seen. The end is said here, not when the mark
   * arrives: a body that is read to its last byte leaves a connection that can be used again.
   */
  end(clean: boolean): readonly Decoded[] | undefined;
};

/** What the shared reading of bodies needs of one provider. */
export type AnswerDialect = {
  newDecoder(): EventDecoder;
  /** A whole JSON answer, parsed; also one that holds an error. Closed by `answer-end` or a failure. */
  decodeAnswer(answer: Json): readonly Decoded[];
  classify(evidence: FailureEvidence): Failure;
};

/** An answer that cannot be understood, or that holds nothing at all: nobody's mark, another attempt may fare better. */
export const malformed = (reason: string): Decoded => ({
  type: 'failure',
  failure: { kind: 'malformed-answer', scope: 'request', status: null, retryAfterMs: null, reason },
});

/**
 * What is made of a body with status 200 that is no answer in JSON: a page says that something else answered; what a text says is no
 * verdict, for no provider tells its own in such a way.
 */
export function notJson(body: string, dialect: Pick<AnswerDialect, 'classify'>): Decoded {
  const failure = dialect.classify({ at: 'response', status: 200, headers: {}, body });
  return failure.kind === 'malformed-answer' ? { type: 'failure', failure } : malformed('answer is not JSON');
}

/** An answer whose body ended before the provider's end mark. */
export const cutOff: Decoded = {
  type: 'failure',
  failure: {
    kind: 'disconnected',
    scope: 'request',
    status: null,
    retryAfterMs: null,
    reason: 'answer cut off',
  },
};
