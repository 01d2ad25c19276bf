import { assistantMessage, type FoldedAnswer, inOldForm, type JsonObject } from '@palimpsest/domain';
import { type AnswerFrame, encodeUsage, finishWord } from './answer-frame.ts';

/** A whole answer as one `chat.completion`. */
export function encodeAnswer(
  frame: AnswerFrame,
  answer: FoldedAnswer,
  { oldForm }: { readonly oldForm: boolean },
): JsonObject {
  return {
    ...frame.head('chat.completion'),
    ...answer.fields,
    choices: answer.choices.map((choice, index) => ({
      index,
      message: oldForm ? inOldForm(assistantMessage(choice)) : assistantMessage(choice),
      logprobs: null,
      finish_reason: finishWord(choice.finishReason, oldForm),
      ...choice.fields,
    })),
    ...(answer.usage === undefined ? {} : { usage: encodeUsage(answer.usage) }),
  };
}
