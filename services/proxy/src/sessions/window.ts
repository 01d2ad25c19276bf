import type { ChatMessage } from '@palimpsest/domain';
import { awaits, callIds, paired } from './tool-calls.ts';
import { type Fragment, turnsOf } from './turns.ts';

export const isSystem = (message: ChatMessage): boolean => message.role === 'system' || message.role === 'developer';

export const systemOf = (messages: readonly ChatMessage[]): readonly ChatMessage[] => messages.filter(isSystem);
export const withoutSystem = (messages: readonly ChatMessage[]): readonly ChatMessage[] =>
  messages.filter((message) => !isSystem(message));

/** What of a session goes before a request. */
export type Window = {
  readonly messages: readonly ChatMessage[];
  /** The calls at its end that the request has to answer. */
  readonly awaited: ReadonlySet<string>;
};

const noCalls: ReadonlySet<string> = new Set();

/**
 * The last `turns` turns of what was stored, and last of all the one that `current` goes on with, by results of its calls. Calls that are
 * answered neither in their turn nor by `current` stay out: a client may give one up, or ask something else beside it.
 */
export function windowOf(fragments: readonly Fragment[], turns: number, current: readonly ChatMessage[] = []): Window {
  const stored = turnsOf(fragments);
  const at = stored.findLastIndex((turn) => awaits(turn.messages, current));
  const underWay = stored[at];
  const inOrder = underWay === undefined ? stored : [...stored.toSpliced(at, 1), underWay];
  const chosen = turns === 0 ? [] : inOrder.slice(-turns).map((turn) => turn.messages);
  if (underWay === undefined || turns === 0) return { messages: chosen.flatMap(paired), awaited: noCalls };
  const asking = underWay.messages.at(-1) as ChatMessage;
  return {
    messages: [...chosen.slice(0, -1).flatMap(paired), ...paired(underWay.messages.slice(0, -1)), asking],
    awaited: new Set(callIds(asking)),
  };
}

/** The turn under way in a client's own history: from the last user message on. */
export function lastTurn(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const conversation = withoutSystem(messages);
  let from = conversation.findLastIndex((message) => message.role === 'user');
  while (from > 0 && conversation[from - 1]?.role === 'user') from -= 1;
  return from === -1 ? conversation : conversation.slice(from);
}
