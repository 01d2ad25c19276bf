import type { ChatEvent, Failure, Json } from '@palimpsest/domain';
import { parseJson } from '@palimpsest/domain';
import type { Decoded, FailureEvidence, Provider } from './provider.ts';
import { createSseParser, type SseEvent } from './sse.ts';

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

const failureOf = (failure: Failure): Decoded => ({ type: 'failure', failure });

/** An answer that cannot be understood, or that holds nothing at all: nobody's mark, another attempt may fare better. */
export const malformed = (reason: string): Decoded =>
  failureOf({ kind: 'malformed-answer', scope: 'request', status: null, retryAfterMs: null, reason });

const cutOff: Decoded = failureOf({
  kind: 'disconnected',
  scope: 'request',
  status: null,
  retryAfterMs: null,
  reason: 'answer cut off',
});

/** Drops what follows a failure, and turns an answer that ends with `stop` and nothing in it into one. */
function createGuard(): (events: readonly Decoded[]) => {
  readonly events: readonly Decoded[];
  readonly over: boolean;
} {
  const filled = new Set<number>();
  const isContent = (event: ChatEvent): boolean =>
    event.type === 'tool-call-start' ||
    ((event.type === 'text-delta' || event.type === 'reasoning-delta' || event.type === 'refusal-delta') &&
      event.text !== '');
  return (events) => {
    for (const [at, event] of events.entries()) {
      if (event.type === 'failure') return { events: events.slice(0, at + 1), over: true };
      if (event.type === 'answer-end') return { events: events.slice(0, at + 1), over: true };
      if (isContent(event) && 'choice' in event) filled.add(event.choice);
      if (event.type === 'choice-end' && event.finishReason === 'stop' && !filled.has(event.choice)) {
        return { events: [...events.slice(0, at), malformed('empty answer')], over: true };
      }
    }
    return { events, over: false };
  };
}

function decodeRaw(
  dialect: AnswerDialect,
  decoder: EventDecoder,
  event: SseEvent,
  isFirst: boolean,
): readonly Decoded[] {
  const payload = parseJson(event.data);
  if (payload === undefined) {
    return [failureOf(dialect.classify({ at: 'response', status: 200, headers: {}, body: event.data }))];
  }
  return isFirst ? dialect.decodeAnswer(payload) : decoder.decode(payload, undefined);
}

function createReader(dialect: AnswerDialect) {
  const parser = createSseParser();
  const decoder = dialect.newDecoder();
  const guard = createGuard();
  let isFirst = true;
  let over = false;

  function take(events: readonly SseEvent[]): readonly Decoded[] {
    const out: Decoded[] = [];
    for (const event of events) {
      if (over) break;
      out.push(...pass(decodeEvent(event)));
      isFirst = false;
    }
    return out;
  }

  function decodeEvent(event: SseEvent): readonly Decoded[] {
    if (event.raw) return decodeRaw(dialect, decoder, event, isFirst);
    if (event.data === '' || event.data === '[DONE]') return [];
    const payload = parseJson(event.data);
    return payload === undefined ? [malformed('event is not JSON')] : decoder.decode(payload, event.event);
  }

  function pass(events: readonly Decoded[]): readonly Decoded[] {
    const guarded = guard(events);
    over = guarded.over;
    return guarded.events;
  }

  return {
    isOver: () => over,
    push(text: string): readonly Decoded[] {
      const out = take(parser.push(text));
      return !over && parser.overflowed() ? [...out, ...pass([malformed('event too large')])] : out;
    },
    /** `broken` is why the body ended before its time. */
    end(broken: Failure | undefined): readonly Decoded[] {
      const out = [...take(parser.end())];
      if (over) return out;
      const rest = decoder.end(broken === undefined) ?? [broken === undefined ? cutOff : failureOf(broken)];
      return [...out, ...pass(rest)];
    },
  };
}

/** Why reading a body failed: the innermost error code that Node or the gateway gave it. */
function evidenceOf(error: unknown): FailureEvidence {
  if (!(error instanceof Error)) return { at: 'transport', errorCode: '', message: '' };
  const own = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (own === undefined && error.cause instanceof Error) return evidenceOf(error.cause);
  return { at: 'transport', errorCode: own ?? error.name, message: error.message };
}

async function* decodeStream(
  dialect: AnswerDialect,
  bytes: AsyncIterable<Uint8Array>,
): AsyncIterable<readonly Decoded[]> {
  const reader = createReader(dialect);
  const text = new TextDecoder();
  const reads = bytes[Symbol.asyncIterator]();
  let broken: Failure | undefined;
  try {
    while (!reader.isOver()) {
      let read: IteratorResult<Uint8Array>;
      try {
        read = await reads.next();
      } catch (error) {
        broken = dialect.classify(evidenceOf(error));
        break;
      }
      if (read.done === true) break;
      const events = reader.push(text.decode(read.value, { stream: true }));
      if (events.length > 0) yield events;
    }
    if (reader.isOver()) return;
    const events = [...reader.push(text.decode()), ...reader.end(broken)];
    if (events.length > 0) yield events;
  } finally {
    if (broken === undefined) await reads.return?.();
  }
}

/** A plain answer; some servers send an event stream even though none was asked for. */
function fromNative(dialect: AnswerDialect, body: string): readonly Decoded[] {
  const answer = parseJson(body.replace(/^\uFEFF/, ''));
  if (answer !== undefined) return createGuard()(dialect.decodeAnswer(answer)).events;
  if (!/^\s*(?:data:|event:|:)/.test(body.replace(/^\uFEFF/, ''))) {
    const page = dialect.classify({ at: 'response', status: 200, headers: {}, body });
    return [page.kind === 'malformed-answer' ? failureOf(page) : malformed('answer is not JSON')];
  }
  const reader = createReader(dialect);
  const events = reader.push(body);
  return reader.isOver() ? events : [...events, ...reader.end(undefined)];
}

/** The two reading halves of a provider, made from its dialect. */
export const answerReaders = (dialect: AnswerDialect): Pick<Provider, 'fromNative' | 'decodeStream'> => ({
  fromNative: (body) => fromNative(dialect, body),
  decodeStream: (bytes) => decodeStream(dialect, bytes),
});
