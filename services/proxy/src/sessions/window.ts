import type { ChatMessage } from '@palimpsest/domain';
import { callIds, paired } from './tool-calls.ts';
import { type Fragment, type Turn, turnsOf, turnUnderWay } from './turns.ts';

export const isSystem = (message: ChatMessage): boolean => message.role === 'system' || message.role === 'developer';

export const systemOf = (messages: readonly ChatMessage[]): readonly ChatMessage[] => messages.filter(isSystem);
export const withoutSystem = (messages: readonly ChatMessage[]): readonly ChatMessage[] =>
  messages.filter((message) => !isSystem(message));

/** What of a session goes before a request. */
export type Window = {
  readonly messages: readonly ChatMessage[];
  /** The calls at its end that the request has to answer. */
  readonly awaited: ReadonlySet<string>;
  /** The turn that the request goes on with, as far as it does. */
  readonly turn: Turn | undefined;
  /**
   * Whether stored pieces move or make way: others were stored since the turn began that the request goes on with, or it brings results
   * once more.
   */
  readonly rearranges: boolean;
};

const noCalls: ReadonlySet<string> = new Set();

/**
 * The last `turns` turns of what was stored, and last of all the one that `current` goes on with, by results of its calls. Calls that are
 * answered neither in their turn nor by `current` stay out: a client may give one up, or ask something else beside it.
 */
export function windowOf(fragments: readonly Fragment[], turns: number, current: readonly ChatMessage[] = []): Window {
  const underWay = turnUnderWay(fragments, current);
  if (underWay === undefined || turns === 0) {
    const chosen = turns === 0 ? [] : turnsOf(fragments).slice(-turns);
    const messages = chosen.flatMap((one) => paired(one.messages));
    return { messages, awaited: noCalls, turn: undefined, rearranges: false };
  }
  const { turn, others, isAgain } = underWay;
  const before = turns === 1 ? [] : others.slice(1 - turns);
  return {
    messages: [
      ...before.flatMap(({ messages }) => paired(messages)),
      ...paired(turn.messages.slice(0, -1)),
      ...turn.messages.slice(-1),
    ],
    awaited: new Set(callIds(turn.messages.at(-1))),
    turn,
    rearranges: isAgain || !isLast(turn.of, fragments),
  };
}

const isLast = (of: readonly Fragment[], fragments: readonly Fragment[]): boolean =>
  of.every((fragment, index) => fragment === fragments[fragments.length - of.length + index]);

/** The turn under way in a client's own history: from the last user message on. */
export function lastTurn(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const conversation = withoutSystem(messages);
  let from = conversation.findLastIndex((message) => message.role === 'user');
  while (from > 0 && conversation[from - 1]?.role === 'user') from -= 1;
  return from === -1 ? conversation : conversation.slice(from);
}
