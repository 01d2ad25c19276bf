import type { AnswerEvent } from './answer-event.ts';
import type { ChatEvent, FinishReason } from './chat-event.ts';
import { isJsonObject, type Json, type JsonObject } from './json.ts';
import type { Usage } from './usage.ts';

type Fields = Record<string, Json | undefined>;

/** One choice put together from its events. `text` is `undefined` where the model wrote none. */
export type FoldedChoice = {
  text: string | undefined;
  reasoning: string;
  refusal: string;
  calls: ({ id: string; type: 'function'; function: { name: string; arguments: string } } & JsonObject)[];
  /** The provider's unknown fields of the message and of the choice. */
  readonly message: Fields;
  readonly fields: Fields;
  finishReason: FinishReason;
};

/** A whole answer put together from its events, streamed or not. */
export type FoldedAnswer = {
  readonly id: string | undefined;
  readonly created: number | undefined;
  readonly fields: JsonObject;
  readonly choices: readonly FoldedChoice[];
  readonly usage: Usage | undefined;
};

/** Puts the choices of an answer together; vectors are no part of one. */
export function foldAnswer(events: readonly AnswerEvent[]): FoldedAnswer {
  // By number, not by place: a server may number its choices as it likes.
  const choices = new Map<number, FoldedChoice>();
  let start: Extract<ChatEvent, { type: 'answer-start' }> | undefined;
  let usage: Usage | undefined;
  const own = new Set<Json>();
  for (const event of events) {
    if (event.type === 'answer-start') start = event;
    else if (event.type === 'usage-report') usage = event.usage;
    else if (event.type !== 'answer-end' && event.type !== 'embedding') {
      const choice = choices.get(event.choice) ?? emptyChoice();
      choices.set(event.choice, choice);
      add(choice, event, own);
    }
  }
  return { id: start?.id, created: start?.created, fields: start?.fields ?? {}, choices: inOrder(choices), usage };
}

const inOrder = (choices: ReadonlyMap<number, FoldedChoice>): readonly FoldedChoice[] =>
  [...choices].sort(([a], [b]) => a - b).map(([, choice]) => choice);

const emptyChoice = (): FoldedChoice => ({
  text: undefined,
  reasoning: '',
  refusal: '',
  calls: [],
  message: {},
  fields: {},
  finishReason: 'stop',
});

function add(
  choice: FoldedChoice,
  event: Exclude<ChatEvent, { type: 'answer-start' | 'usage-report' | 'answer-end' }>,
  own: Set<Json>,
): void {
  switch (event.type) {
    case 'text-delta':
      choice.text = (choice.text ?? '') + event.text;
      break;
    case 'reasoning-delta':
      choice.reasoning += event.text;
      break;
    case 'refusal-delta':
      choice.refusal += event.text;
      break;
    case 'tool-call-start':
      choice.calls[event.index] = {
        id: event.id,
        type: 'function',
        function: { name: event.name, arguments: '' },
        ...event.fields,
      };
      break;
    case 'tool-call-delta': {
      const call = choice.calls[event.index];
      if (call !== undefined) call.function.arguments += event.arguments;
      break;
    }
    case 'choice-fields':
      join(choice.message, event.message, own);
      join(choice.fields, event.fields, own);
      break;
    case 'choice-end':
      choice.finishReason = event.finishReason;
      break;
  }
}

/**
 * Fields that come in pieces are put together: lists are continued, objects joined member by member; of all else the last counts. `own` are
 * the lists and objects that were made here: they are added to in place, those of the events are copied once.
 */
function join(all: Fields, more: JsonObject | undefined, own: Set<Json>): void {
  for (const [name, value] of Object.entries(more ?? {})) {
    const known = all[name];
    if (Array.isArray(known) && Array.isArray(value)) {
      const list: Json[] = own.has(known) ? known : [...known];
      for (const entry of value) list.push(entry);
      own.add(list);
      all[name] = list;
    } else if (isJsonObject(known) && isJsonObject(value)) {
      const object: Fields = own.has(known) ? known : { ...known };
      join(object, value, own);
      own.add(object);
      all[name] = object;
    } else all[name] = value;
  }
}

/** A choice as OpenAI's assistant message: what the client gets, and what a session keeps. */
export function assistantMessage(choice: FoldedChoice): JsonObject {
  return {
    role: 'assistant',
    content: choice.text ?? (choice.calls.length > 0 || choice.refusal !== '' ? null : ''),
    refusal: choice.refusal === '' ? null : choice.refusal,
    ...(choice.reasoning === '' ? {} : { reasoning_content: choice.reasoning }),
    ...(choice.calls.length === 0 ? {} : { tool_calls: choice.calls }),
    ...choice.message,
  };
}
