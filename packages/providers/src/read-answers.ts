import { StringDecoder } from 'node:string_decoder';
import { type Failure, parseJson } from '@palimpsest/domain';
import { type AnswerDialect, malformed } from './answer-decoding.ts';
import { createAnswerGuard } from './answer-guard.ts';
import { createAnswerReader } from './answer-reader.ts';
import type { Decoded, FailureEvidence, Provider } from './provider.ts';

/** Why reading a body failed: the outermost error code that Node, undici or the gateway gave it. */
function evidenceOf(error: unknown): FailureEvidence {
  if (!(error instanceof Error)) return { at: 'transport', errorCode: '', message: '' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === undefined && error.cause instanceof Error) return evidenceOf(error.cause);
  return { at: 'transport', errorCode: code ?? error.name, message: error.message };
}

async function* decodeStream(
  dialect: AnswerDialect,
  bytes: AsyncIterable<Uint8Array>,
): AsyncIterable<readonly Decoded[]> {
  const reader = createAnswerReader(dialect);
  const text = new StringDecoder('utf8');
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
      const events = reader.push(text.write(read.value));
      if (events.length > 0) yield events;
    }
    if (reader.isOver()) return;
    const events = [...reader.push(text.end()), ...reader.end(broken)];
    if (events.length > 0) yield events;
  } finally {
    if (broken === undefined) await reads.return?.();
  }
}

const isEventStream = (body: string): boolean => /^\s*(?:data:|event:|id:|:)/.test(body);

/** A plain answer; some servers send an event stream though none was asked for, or a page. */
function fromNative(dialect: AnswerDialect, bytes: string): readonly Decoded[] {
  const body = bytes.replace(/^\uFEFF/, '');
  const answer = parseJson(body);
  if (answer !== undefined) {
    const events: Decoded[] = [];
    createAnswerGuard()(dialect.decodeAnswer(answer), events);
    return events;
  }
  if (!isEventStream(body)) {
    const failure = dialect.classify({ at: 'response', status: 200, headers: {}, body });
    return [failure.kind === 'malformed-answer' ? { type: 'failure', failure } : malformed('answer is not JSON')];
  }
  const reader = createAnswerReader(dialect);
  const events = reader.push(body);
  return reader.isOver() ? events : [...events, ...reader.end(undefined)];
}

/** The two reading halves of a provider, made from its dialect. */
export const answerReaders = (dialect: AnswerDialect): Pick<Provider, 'fromNative' | 'decodeStream'> => ({
  fromNative: (body) => fromNative(dialect, body),
  decodeStream: (bytes) => decodeStream(dialect, bytes),
});
