import { type ChatMessage, textOf } from '@palimpsest/domain';
import { answeredBefore, awaits, awaitsJust, calledFunction, callIds } from './tool-calls.ts';

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
 * on with a turn by results goes to the turn with their calls, whatever was stored between them; brought once more, they take the place of
 * what had followed these, also of the next message that had come with them. A turn that a client brought as a whole takes the place of what
 * was stored of it before. What goes on with a turn that is not there any more is left out.
 */
export const turnsOf = (fragments: readonly Fragment[]): readonly Turn[] => grown(fragments);

function grown(fragments: readonly Fragment[]): Growing[] {
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
      turns.push({ messages: turn, of: [fragment], from: [0] });
    });
  }
  return turns;
}

/** A turn that a request goes on with, by results of its calls: as far as these go, and what else of the session holds beside it. */
export type UnderWay = {
  readonly turn: Turn;
  readonly others: readonly Turn[];
  /** Whether the results had been brought before: what had followed them is left out of all this. */
  readonly isAgain: boolean;
};

/** `undefined` where what a client sends goes on with no turn. */
export function turnUnderWay(fragments: readonly Fragment[], current: readonly ChatMessage[]): UnderWay | undefined {
  const turns = grown(fragments);
  const goneOn = answeredBy(turns, current);
  const isAgain = goneOn !== undefined && goneOn.length < (turns[goneOn.at]?.messages.length ?? 0);
  const turn = takeOut(turns, goneOn);
  return turn === undefined ? undefined : { turn, others: turns, isAgain };
}

/** Whether its client sent with it what the assistant had said in its turn before. */
export const bringsTurn = ({ messages }: Fragment): boolean => isBrought(messages.slice(startsOf(messages).at(-1)));

/** Of the stored fragments those of which nothing is in a turn any more once `added` is stored, too. */
export function replacedBy(stored: readonly Fragment[], added: Fragment): readonly Fragment[] {
  const inUse = new Set(turnsOf([...stored, added]).flatMap((turn) => turn.of));
  return stored.filter((fragment) => !inUse.has(fragment));
}

/** Grows in place: a turn may have very many pieces. `from`: where in it the messages of each begin. */
type Growing = { readonly messages: ChatMessage[]; readonly of: Fragment[]; readonly from: number[] };

/** A turn that is gone on with: its place among the others, and how many of its messages stand before what goes on. */
type GoneOn = { readonly at: number; readonly length: number };

/**
 * The turn whose calls `results` answer, the last of several: one that waits for just them before one that waits for more, since some servers
 * give the calls of every answer the same ids. One that waits goes before one that had them: a client whose connection broke has not read
 * what followed, and sends them again.
 */
function answeredBy(turns: readonly Turn[], results: readonly ChatMessage[]): GoneOn | undefined {
  const just = turns.findLastIndex(({ messages }) => awaitsJust(messages, results));
  const waiting = just === -1 ? turns.findLastIndex(({ messages }) => awaits(messages, results)) : just;
  if (waiting !== -1) return { at: waiting, length: turns[waiting]?.messages.length ?? 0 };
  for (let at = turns.length - 1; at >= 0; at -= 1) {
    const asked = answeredBefore(turns[at]?.messages ?? [], results);
    if (asked !== -1) return { at, length: asked + 1 };
  }
  return undefined;
}

function goOn(turns: Growing[], messages: readonly ChatMessage[], fragment: Fragment): void {
  const isResult = messages[0]?.role === 'tool' || messages[0]?.role === 'function';
  const last = { at: turns.length - 1, length: turns.at(-1)?.messages.length ?? 0 };
  const turn = takeOut(turns, isResult ? answeredBy(turns, messages) : last);
  if (turn === undefined) return;
  turn.of.push(fragment);
  turn.from.push(turn.messages.length);
  for (const message of messages) turn.messages.push(message);
  turns.push(turn);
}

/** Takes a turn from among the others, as far as it is gone on with. What only brought more of it goes, with all that began there. */
function takeOut(turns: Growing[], goneOn: GoneOn | undefined): Growing | undefined {
  const [turn] = goneOn === undefined || goneOn.at < 0 ? [] : turns.splice(goneOn.at, 1);
  if (goneOn === undefined || turn === undefined) return undefined;
  turn.messages.length = goneOn.length;
  turn.from.splice(turn.from.filter((from) => from < goneOn.length).length);
  dropBegunIn(turn.of.splice(turn.from.length), turns);
  return turn;
}

/** Drops the turns that began in fragments that are given up, and in turn those that began in what went on with these. */
function dropBegunIn(fragments: readonly Fragment[], turns: Growing[]): void {
  const lost = new Set(fragments);
  // Grows while it is gone through.
  for (const fragment of lost) {
    for (const begun of turns.filter(({ of }) => of[0] === fragment)) {
      turns.splice(turns.indexOf(begun), 1);
      for (const piece of begun.of) lost.add(piece);
    }
  }
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
