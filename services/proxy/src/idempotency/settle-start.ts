import type { AnswerEvent, RequestId } from '@palimpsest/domain';
import { answerId, answerTime } from '../http/dialects/openai-chat/answer-frame.ts';

/**
 * Passes the events of one answer on with the id and the time (Unix s) that its client is told at its start: where the provider gave none in
 * OpenAI's form, they are made once, and a repeat is told the same.
 */
export function settleStart(requestId: RequestId): (events: readonly AnswerEvent[]) => readonly AnswerEvent[] {
  let told: { readonly id: string; readonly created: number } | undefined;
  return (events) => {
    const isFirst = told === undefined;
    const start = events.find((event) => event.type === 'answer-start');
    told ??= { id: answerId(requestId, start?.id), created: answerTime(start?.created) };
    const { id, created } = told;
    const settled = events.map((event) => (event.type === 'answer-start' ? { ...event, id, created } : event));
    return isFirst && start === undefined ? [{ type: 'answer-start', id, created }, ...settled] : settled;
  };
}
