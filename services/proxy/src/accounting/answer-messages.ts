import { type AnswerEvent, assistantMessage, type ChatMessage, foldAnswer } from '@palimpsest/domain';

/**
 * The assistant's message of an answer as a session keeps it; of several choices the first, which is the one a client continues from.
 * Without the empty refusal, which is of use to clients alone: strict servers of the dialect do not know the member.
 */
export function answerMessages(events: readonly AnswerEvent[]): readonly ChatMessage[] {
  const choice = foldAnswer(events).choices[0];
  if (choice === undefined) return [];
  const { refusal, ...message } = assistantMessage(choice);
  return [(refusal === null ? message : { ...message, refusal }) as ChatMessage];
}
