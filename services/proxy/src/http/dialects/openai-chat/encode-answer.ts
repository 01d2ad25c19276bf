import { assistantMessage, type FoldedAnswer, type JsonObject } from '@palimpsest/domain';
import { type AnswerFrame, encodeUsage } from './answer-frame.ts';

/** A whole answer as one `chat.completion`. */
export function encodeAnswer(frame: AnswerFrame, answer: FoldedAnswer): JsonObject {
  return {
    ...frame.head('chat.completion'),
    ...answer.fields,
    choices: answer.choices.map((choice, index) => ({
      index,
      message: assistantMessage(choice),
      logprobs: null,
      finish_reason: choice.finishReason,
      ...choice.fields,
    })),
    ...(answer.usage === undefined ? {} : { usage: encodeUsage(answer.usage) }),
  };
}
