import {
  type AnswerEvent,
  asksInOldForm,
  assistantMessage,
  type ChatBody,
  type ChatMessage,
  foldAnswer,
  inOldForm,
} from '@palimpsest/domain';

/**
 * The assistant's message of an answer as a session keeps it; of several choices the first, which is the one a client continues from.
 * In the form in which the client speaks of calls, and without the empty refusal, which is of use to clients alone: strict servers of the dialect
 * do not know the member. A refusal in place of all content is kept as the content: OpenAI takes back no message without one, save with calls.
 */
export function answerMessages(events: readonly AnswerEvent[], request: ChatBody): readonly ChatMessage[] {
  const choice = foldAnswer(events).choices[0];
  if (choice === undefined) return [];
  const { refusal, ...message } = assistantMessage(choice);
  const isAllThereIs = choice.calls.length === 0 && (message.content ?? '') === '';
  const spoken = refusal === null ? message : { ...message, ...(isAllThereIs ? { content: refusal } : { refusal }) };
  return [(asksInOldForm(request) ? inOldForm(spoken) : spoken) as ChatMessage];
}
