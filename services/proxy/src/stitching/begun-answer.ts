import type { AnswerEvent, Json, JsonObject } from '@palimpsest/domain';

/** What the caller has seen of an answer that broke off. */
export type BegunAnswer = {
  readonly id: string | undefined;
  readonly created: number | undefined;
  /** The number of its one choice. */
  readonly choice: number | undefined;
  readonly text: string;
  readonly reasoning: string;
  /** It holds text and reasoning of one choice and nothing that another model could not go on from. */
  readonly isTextAlone: boolean;
  /** Its issuer wants the reasoning back as a whole, which it may not be. */
  readonly isSigned: boolean;
};

/** Members of a message that belong to its reasoning: they say nothing that the caller reads. */
export const reasoningMembers: ReadonlySet<string> = new Set(['extra_content', 'reasoning_details']);

export function readBegun(seen: readonly AnswerEvent[]): BegunAnswer {
  const start = seen.find((event) => event.type === 'answer-start');
  const choices = new Set(seen.flatMap((event) => ('choice' in event ? [event.choice] : [])));
  return {
    id: start?.id,
    created: start?.created,
    choice: [...choices][0],
    text: textOf(seen, 'text-delta'),
    reasoning: textOf(seen, 'reasoning-delta'),
    isTextAlone: choices.size === 1 && seen.every(isOfText),
    isSigned: seen.some((event) => event.type === 'choice-fields' && filledMembers(event.message).length > 0),
  };
}

const textOf = (seen: readonly AnswerEvent[], type: 'text-delta' | 'reasoning-delta'): string =>
  seen.map((event) => (event.type === type ? event.text : '')).join('');

/** Images, audio and notes on places of the text come as members of the message. */
function isOfText(event: AnswerEvent): boolean {
  switch (event.type) {
    case 'answer-start':
    case 'text-delta':
    case 'reasoning-delta':
    case 'usage-report':
      return true;
    case 'choice-fields':
      return filledMembers(event.message).every((name) => reasoningMembers.has(name));
    case 'refusal-delta':
      return event.text === '';
    case 'tool-call-start':
    case 'tool-call-delta':
    case 'choice-end':
    case 'answer-end':
    case 'embedding':
      return false;
  }
}

const filledMembers = (message: JsonObject = {}): readonly string[] =>
  Object.keys(message).filter((name) => isFilled(message[name]));

const isFilled = (value: Json | undefined): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value !== null && value !== undefined;
