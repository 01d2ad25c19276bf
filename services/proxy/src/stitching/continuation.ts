import type { AnswerEvent, ChatBody, ChatMessage } from '@palimpsest/domain';
import type { Question } from '../accounting/call.ts';
import type { Admitted } from '../admission/admitted.ts';
import { promptTokens } from '../admission/estimate.ts';
import { readBegun } from './begun-answer.ts';

/**
 * What to ask so that an answer of which the caller has `seen` this goes on; `undefined` where no other model can go on from it. Where only
 * reasoning was seen, the answer begins anew.
 */
export function continuation(
  admitted: Pick<Admitted, 'ask' | 'count' | 'promptTokens'>,
  seen: readonly AnswerEvent[],
): Question | undefined {
  const { ask, count } = admitted;
  if (ask.operation !== 'chat' || !wantsOneText(ask.body)) return undefined;
  const begun = readBegun(seen);
  if (!begun.isTextAlone) return undefined;
  if (begun.text.trim() === '') return begun.isSigned ? undefined : admitted;
  const { body } = ask;
  const added: readonly ChatMessage[] = [
    { role: 'assistant', content: begun.text },
    { role: 'user', content: goOn(begun.text) },
  ];
  return {
    ask: {
      operation: 'chat',
      body: {
        ...body,
        ...lowered(body, count(begun.reasoning + begun.text)),
        messages: [...body.messages, ...added],
      },
    },
    promptTokens: admitted.promptTokens + promptTokens({ model: body.model, messages: added }, count),
  };
}

/** Two texts joined are one text. They are no JSON, no second choice, no sound, and have no probabilities one by one. */
const wantsOneText = (body: ChatBody): boolean =>
  (body.n ?? 1) === 1 &&
  (body.response_format ?? { type: 'text' }).type === 'text' &&
  body.logprobs !== true &&
  (!Array.isArray(body.modalities) || body.modalities.every((modality) => modality === 'text'));

/** The client's limit holds for the whole answer: the rest may take what the beginning left. At least one token, since none is refused. */
function lowered(body: ChatBody, usedTokens: number): Pick<ChatBody, 'max_tokens' | 'max_completion_tokens'> {
  const left = (limit: number): number => Math.max(1, limit - usedTokens);
  const { max_tokens: older, max_completion_tokens: newer } = body;
  return {
    ...(typeof older === 'number' ? { max_tokens: left(older) } : {}),
    ...(typeof newer === 'number' ? { max_completion_tokens: left(newer) } : {}),
  };
}

/** Letters of the end that are named once more: white space there is easily lost. */
const namedLetters = 60;

/**
 * A user's message, which every provider takes; an unfinished assistant's message at the end only some go on from, and Claude from 4.6 on
 * refuses it (platform.claude.com, "What's new in Claude 4.6", prefill removal, and the advice for continuations in its migration guide).
 * Asked to write nothing models write something, so one that has nothing to add is asked for what the join leaves out.
 */
const goOn = (text: string): string =>
  [
    'Your last message was cut off by a technical fault before it was complete.',
    `As a JSON string, it ended with ${JSON.stringify(text.slice(-namedLetters))}.`,
    'Continue it from exactly that point: your reply is appended to it as it is, so begin with the very next character (a space or a line break where one is due), in the middle of a word, a list or a block of code if need be.',
    'Repeat nothing, explain nothing, do not mention the interruption, and do not start over.',
    'Only if nothing at all is missing, reply with its last sentence, word for word.',
  ].join(' ');
