import { type ChatMessage, GatewayError } from '@palimpsest/domain';
import { isSystem } from '../sessions/window.ts';

const nothing: ReadonlySet<string> = new Set();

/**
 * Tool calls and results that belong together: every call of an assistant message has an id of its own and is answered before the next
 * message of another role, and every result names such a call. Checked on what the client sent, so that a fault is told of its own messages:
 * `awaited` are the calls at the end of what its session puts before them. System messages among their results go out before all that.
 */
export function checkToolPairs(
  messages: readonly ChatMessage[],
  awaited: ReadonlySet<string> = nothing,
): GatewayError | undefined {
  // Most conversations have none.
  if (awaited.size === 0 && !messages.some(({ role, tool_calls }) => role === 'tool' || tool_calls != null))
    return undefined;
  const open = new Set(awaited);
  let isCarried = awaited.size > 0;
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
    if (isCarried && isSystem(message)) continue;
    isCarried = false;
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
  return open.size > 0 ? unanswered(messages.length - 1, open) : undefined;
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
