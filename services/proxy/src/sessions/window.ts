import type { ChatMessage } from '@palimpsest/domain';

/** What one request adds to its session: its own messages and the answer, and who gave it. */
export type Fragment = { readonly messages: readonly ChatMessage[]; readonly vendor: string };

const isSystem = (message: ChatMessage): boolean => message.role === 'system' || message.role === 'developer';

export const systemOf = (messages: readonly ChatMessage[]): readonly ChatMessage[] => messages.filter(isSystem);
export const withoutSystem = (messages: readonly ChatMessage[]): readonly ChatMessage[] =>
  messages.filter((message) => !isSystem(message));

/**
 * The last `turns` turns of what was stored. A turn is a user message with everything up to the next one, so tool calls and their results
 * are never parted; whatever stands before the first user message is an incomplete turn and stays out.
 */
export function windowOf(fragments: readonly Fragment[], turns: number): readonly ChatMessage[] {
  const messages = fragments.flatMap((fragment) => fragment.messages);
  const starts = messages.flatMap((message, index) =>
    message.role === 'user' && messages[index - 1]?.role !== 'user' ? [index] : [],
  );
  const from = turns === 0 ? undefined : (starts.at(-turns) ?? starts[0]);
  return from === undefined ? [] : messages.slice(from);
}

/** The turn under way in a client's own history: from the last user message on. */
export function lastTurn(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const conversation = withoutSystem(messages);
  let from = conversation.findLastIndex((message) => message.role === 'user');
  while (from > 0 && conversation[from - 1]?.role === 'user') from -= 1;
  return from === -1 ? conversation : conversation.slice(from);
}
