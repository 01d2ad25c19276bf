import { parseShallow } from '@palimpsest/domain';
import { type AnswerDialect, notJson } from './answer-decoding.ts';
import { AnswerGuard } from './answer-guard.ts';
import { AnswerReader } from './answer-reader.ts';
import type { Decoded, Provider } from './provider.ts';
import { StreamedAnswer } from './streamed-answer.ts';

const isEventStream = (body: string): boolean => /^\s*(?:data:|event:|id:|:)/.test(body);

/** A plain answer; some servers send an event stream though none was asked for, or a page. */
function fromNative(dialect: AnswerDialect, bytes: string): readonly Decoded[] {
  const body = bytes.replace(/^\uFEFF/, '');
  const answer = parseShallow(body);
  if (answer !== undefined) {
    const events: Decoded[] = [];
    new AnswerGuard().pass(dialect.decodeAnswer(answer), events);
    return events;
  }
  if (!isEventStream(body)) return [notJson(body, dialect)];
  const reader = new AnswerReader(dialect);
  const events = reader.push(body);
  return reader.isOver ? events : [...events, ...reader.end(undefined)];
}

/** The two reading halves of a provider, made from its dialect. */
export const answerReaders = (dialect: AnswerDialect): Pick<Provider, 'fromNative' | 'decodeStream'> => ({
  fromNative: (body) => fromNative(dialect, body),
  decodeStream: () => new StreamedAnswer(dialect),
});
