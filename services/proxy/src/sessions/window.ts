import type { ChatMessage } from '@palimpsest/domain';

/** What one request adds to its session: its own messages and the answer, and who gave it. */
export type Fragment = { readonly messages: readonly ChatMessage[]; readonly vendor: string };

const isSystem = (message: ChatMessage): boolean => message.role === 'system' || message.role === 'developer';

export const systemOf = (messages: readonly ChatMessage[]): readonly ChatMessage[] => messages.filter(isSystem);
export const withoutSystem = (messages: readonly ChatMessage[]): readonly ChatMessage[] =>
  messages.filter((message) => !isSystem(message));

/** Where turns begin: a turn is a user message with everything up to the next one, so tool calls and their results are never parted. */
const startsOf = (messages: readonly ChatMessage[]): readonly number[] =>
  messages.flatMap((message, index) =>
    message.role === 'user' && messages[index - 1]?.role !== 'user' ? [index] : [],
  );

/** The last `turns` turns of what was stored. What stands before the first user message is an incomplete turn and stays out. */
export function windowOf(fragments: readonly Fragment[], turns: number): readonly ChatMessage[] {
  const messages = fragments.flatMap((fragment) => fragment.messages);
  const starts = startsOf(messages);
  const from = turns === 0 ? undefined : (starts.at(-turns) ?? starts[0]);
  return from === undefined ? [] : messages.slice(from);
}

/**
 * So many of the newest fragments, oldest first, as it takes to know the last `turns` turns: more are stored, since a turn with tool calls is
 * made of several. `open` gives a stored one, or `undefined` where it is not readable any more.
 */
export function newestFragments<Stored>(
  stored: readonly Stored[],
  open: (one: Stored) => Fragment | undefined,
  turns: number,
): readonly Fragment[] {
  let fragments: readonly Fragment[] = [];
  // One turn more shows that the oldest of those wanted begins where it seems to.
  for (const one of stored.toReversed()) {
    if (startsOf(fragments.flatMap(({ messages }) => messages)).length > turns) break;
    const fragment = open(one);
    if (fragment !== undefined) fragments = [fragment, ...fragments];
  }
  return fragments;
}

/** The turn under way in a client's own history: from the last user message on. */
export function lastTurn(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const conversation = withoutSystem(messages);
  let from = conversation.findLastIndex((message) => message.role === 'user');
  while (from > 0 && conversation[from - 1]?.role === 'user') from -= 1;
  return from === -1 ? conversation : conversation.slice(from);
}
