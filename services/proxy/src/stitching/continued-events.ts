import type { AnswerEvent } from '@palimpsest/domain';
import { readBegun, reasoningMembers } from './begun-answer.ts';
import { createTextJoin } from './text-join.ts';

type ChoiceEvent = Extract<AnswerEvent, { readonly choice: number }>;

/**
 * Makes the events of one attempt the next part of the answer of which the caller has `seen` this, if only nothing yet: one id, one choice,
 * the texts joined, and of the usage the last word alone, since that of an attempt that fails is never told. What a model thinks about how
 * to continue is no part of the answer.
 */
export function createContinuedEvents(
  seen: readonly AnswerEvent[],
): (events: readonly AnswerEvent[]) => readonly AnswerEvent[] {
  const begun = readBegun(seen);
  const isBegun = seen.length > 0;
  const thinksAnew = begun.text.trim() === '';
  const join = createTextJoin(begun.text);
  let usage: readonly AnswerEvent[] = [];

  const placed = <E extends ChoiceEvent>(event: E): E =>
    begun.choice === undefined || begun.choice === event.choice ? event : { ...event, choice: begun.choice };
  const text = (choice: number, piece: string): readonly AnswerEvent[] =>
    piece === '' ? [] : [placed({ type: 'text-delta', choice, text: piece })];

  const continued = (event: AnswerEvent): readonly AnswerEvent[] => {
    switch (event.type) {
      case 'answer-start':
        return [isBegun ? { ...event, id: begun.id, created: begun.created } : event];
      case 'text-delta':
        return text(event.choice, join.take(event.text));
      case 'reasoning-delta':
        return thinksAnew ? [placed(event)] : [];
      case 'choice-fields':
        return (thinksAnew ? [event] : withoutReasoning(event)).map(placed);
      case 'refusal-delta':
      case 'tool-call-start':
      case 'tool-call-delta':
      case 'choice-end':
        return [...text(event.choice, join.end()), placed(event)];
      case 'usage-report':
        usage = [event];
        return [];
      case 'answer-end':
        return [...usage, event];
      case 'embedding':
        return [event];
    }
  };
  return (events) => events.flatMap(continued);
}

type ChoiceFields = Extract<AnswerEvent, { readonly type: 'choice-fields' }>;

function withoutReasoning({ message = {}, ...event }: ChoiceFields): readonly ChoiceFields[] {
  const others = Object.entries(message).filter(([name]) => !reasoningMembers.has(name));
  if (others.length > 0) return [{ ...event, message: Object.fromEntries(others) }];
  return event.fields === undefined ? [] : [event];
}
