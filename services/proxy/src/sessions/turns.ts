import { type ChatMessage, textOf } from '@palimpsest/domain';
import { awaits, calledFunction, callIds } from './tool-calls.ts';

/** What one request adds to its session: its own messages and the answer, and who gave it. */
export type Fragment = { readonly messages: readonly ChatMessage[]; readonly vendor: string };

/** A user message with everything up to the next one, and the fragments that it came in. */
export type Turn = { readonly messages: readonly ChatMessage[]; readonly of: readonly Fragment[] };

/** Where turns begin: several user messages in a row begin one. */
const startsOf = (messages: readonly ChatMessage[]): readonly number[] =>
  messages.flatMap((message, index) =>
    message.role === 'user' && messages[index - 1]?.role !== 'user' ? [index] : [],
  );

/**
 * The turns of a session in the order of their completion, put together from its fragments in the order in which they were stored. What goes
 * on with a turn by results goes to the turn with their calls, whatever was stored between them; a turn that a client brought as a whole
 * takes the place of what was stored of it before. What goes on with a turn that is not there any more is left out.
 */
export function turnsOf(fragments: readonly Fragment[]): readonly Turn[] {
  const turns: Growing[] = [];
  for (const fragment of fragments) {
    const { messages } = fragment;
    const starts = startsOf(messages);
    const rest = messages.slice(0, starts[0] ?? messages.length);
    if (rest.length > 0) goOn(turns, rest, fragment);
    starts.forEach((start, index) => {
      const turn = messages.slice(start, starts[index + 1] ?? messages.length);
      const before = isBrought(turn) ? turns.findLastIndex((one) => isSameTurn(one.messages, turn)) : -1;
      if (before !== -1) turns.splice(before, 1);
      turns.push({ messages: turn, of: [fragment] });
    });
  }
  return turns;
}

/** Whether its client sent with it what the assistant had said in its turn before. */
export const bringsTurn = ({ messages }: Fragment): boolean => isBrought(messages.slice(startsOf(messages).at(-1)));

/** Of the stored fragments those of which nothing is in a turn any more once `added` is stored, too. */
export function replacedBy(stored: readonly Fragment[], added: Fragment): readonly Fragment[] {
  const inUse = new Set(turnsOf([...stored, added]).flatMap((turn) => turn.of));
  return stored.filter((fragment) => !inUse.has(fragment));
}

/** Grows in place: a turn may have very many pieces. */
type Growing = { readonly messages: ChatMessage[]; readonly of: Fragment[] };

function goOn(turns: Growing[], messages: readonly ChatMessage[], fragment: Fragment): void {
  const isResult = messages[0]?.role === 'tool' || messages[0]?.role === 'function';
  const index = isResult ? turns.findLastIndex((turn) => awaits(turn.messages, messages)) : turns.length - 1;
  const turn = turns[index];
  if (turn === undefined) return;
  turns.splice(index, 1);
  for (const message of messages) turn.messages.push(message);
  turn.of.push(fragment);
  turns.push(turn);
}

/** Whether the client sent the turn with what the assistant had said in it: the last message is the new answer. */
const isBrought = (turn: readonly ChatMessage[]): boolean =>
  turn.slice(0, -1).some((message) => message.role === 'assistant');

/** Whether what is stored and what was brought with it agree as far as both go. */
function isSameTurn(stored: readonly ChatMessage[], brought: readonly ChatMessage[]): boolean {
  const common = Math.min(stored.length, brought.length - 1);
  return stored.slice(0, common).every((message, index) => isSameMessage(message, brought[index]));
}

/** Clients give messages back with fewer or more members than they got; calls and results are known by their ids. */
function isSameMessage(one: ChatMessage, other: ChatMessage | undefined): boolean {
  if (one.role !== other?.role || one.tool_call_id !== other.tool_call_id) return false;
  const [ids, otherIds] = [callIds(one), callIds(other)];
  if (ids.join('\n') !== otherIds.join('\n') || calledFunction(one) !== calledFunction(other)) return false;
  const isCallOrResult = ids.length > 0 || calledFunction(one) !== undefined || one.role === 'tool';
  return isCallOrResult || textOf(one.content) === textOf(other.content);
}
