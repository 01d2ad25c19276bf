import { type ChatMessage, GatewayError } from '@palimpsest/domain';

/**
 * Tool calls and results that belong together: every call of an assistant message is answered before the next message of another role,
 * and every result names such a call. Checked on the conversation as it goes out, after stored turns were added.
 */
export function checkToolPairs(messages: readonly ChatMessage[]): GatewayError | undefined {
  let open = new Set<string>();
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
    open = new Set(message.role === 'assistant' ? message.tool_calls?.map((call) => call.id) : []);
  }
  return open.size > 0 ? unanswered(messages.length, open) : undefined;
}

const unanswered = (index: number, open: ReadonlySet<string>): GatewayError =>
  unpaired(
    `messages[${index}]`,
    `the tool calls ${[...open].map((id) => `'${id}'`).join(', ')} have no result: a message of role 'tool' must follow for each.`,
  );

const unpaired = (param: string, message: string): GatewayError =>
  new GatewayError('invalid_request', message, { param });
