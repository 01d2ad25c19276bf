import { assistantMessage, type ChatEvent, type ChatMessage, foldAnswer } from '@palimpsest/domain';

/** The assistant's message of an answer as a session keeps it; of several choices the first, which is the one a client continues from. */
export function answerMessages(events: readonly ChatEvent[]): readonly ChatMessage[] {
  const choice = foldAnswer(events).choices[0];
  return choice === undefined ? [] : [assistantMessage(choice) as ChatMessage];
}
