import type { ChatMessage } from '@palimpsest/domain';
import { callIds, paired } from './tool-calls.ts';
import { type Fragment, turnsOf, turnUnderWay } from './turns.ts';

export const isSystem = (message: ChatMessage): boolean => message.role === 'system' || message.role === 'developer';

export const systemOf = (messages: readonly ChatMessage[]): readonly ChatMessage[] => messages.filter(isSystem);
export const withoutSystem = (messages: readonly ChatMessage[]): readonly ChatMessage[] =>
  messages.filter((message) => !isSystem(message));

/** What of a session goes before a request. */
export type Window = {
  readonly messages: readonly ChatMessage[];
  /** The calls at its end that the request has to answer. */
  readonly awaited: ReadonlySet<string>;
  /** Whether others were stored since the turn began that the request goes on with. */
  readonly isOvertaken: boolean;
};

const noCalls: ReadonlySet<string> = new Set();

/**
 * The last `turns` turns of what was stored, and last of all the one that `current` goes on with, by results of its calls. Calls that are
 * answered neither in their turn nor by `current` stay out: a client may give one up, or ask something else beside it.
 */
export function windowOf(fragments: readonly Fragment[], turns: number, current: readonly ChatMessage[] = []): Window {
  const stored = turnsOf(fragments);
  const goesOn = turnUnderWay(stored, current);
  const underWay = goesOn === undefined ? undefined : stored[goesOn.at];
  if (goesOn === undefined || underWay === undefined || turns === 0) {
    const chosen = turns === 0 ? [] : stored.slice(-turns);
    return { messages: chosen.flatMap((turn) => paired(turn.messages)), awaited: noCalls, isOvertaken: false };
  }
  const others = turns === 1 ? [] : stored.toSpliced(goesOn.at, 1).slice(1 - turns);
  const asking = underWay.messages[goesOn.length - 1];
  return {
    messages: [
      ...others.flatMap((turn) => paired(turn.messages)),
      ...paired(underWay.messages.slice(0, goesOn.length - 1)),
      ...(asking === undefined ? [] : [asking]),
    ],
    awaited: new Set(callIds(asking)),
    isOvertaken: !isLast(underWay.of, fragments),
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
