import { type ChatMessage, GatewayError } from '@palimpsest/domain';

/**
 * Tool calls and results that belong together: every call of an assistant message has an id of its own and is answered before the next
 * message of another role, and every result names such a call. Checked on the conversation as it goes out, after stored turns were added.
 */
export function checkToolPairs(messages: readonly ChatMessage[]): GatewayError | undefined {
  const open = new Set<string>();
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') {
      const id = message.tool_call_id ?? '';
      if (!open.delete(id))
        return unpaired(
          `messages[${index}].tool_call_id`,
          `the tool result '${id}' answers no call of the assistant message before it.`,
        );
      continue;
    }
    if (open.size > 0) return unanswered(index, open);
    if (message.role !== 'assistant') continue;
    for (const [at, { id }] of (message.tool_calls ?? []).entries()) {
      if (open.has(id))
        return unpaired(
          `messages[${index}].tool_calls[${at}].id`,
          `two tool calls of one message have the id '${id}': each must have its own.`,
        );
      open.add(id);
    }
  }
  return open.size > 0 ? unanswered(messages.length, open) : undefined;
}

/** So many ids are named to the client. */
const mostNamed = 8;

function unanswered(index: number, open: ReadonlySet<string>): GatewayError {
  const named = [...open].slice(0, mostNamed).map((id) => `'${id}'`);
  const others = open.size - named.length;
  const ids = `${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
  return unpaired(
    `messages[${index}]`,
    `the tool calls ${ids} have no result: a message of role 'tool' must follow for each.`,
  );
}

const unpaired = (param: string, message: string): GatewayError =>
  new GatewayError('invalid_request', message, { param });
