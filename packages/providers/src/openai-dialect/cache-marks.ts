import type { ChatBody, ChatMessage, ContentPart, JsonObject, Tool } from '@palimpsest/domain';

/**
 * A body without Anthropic's `cache_control`, for servers that refuse it as unknown; the same body, with the same members, as far as
 * there is none. It may stand beside everything, on messages and their parts, on calls and on tools.
 */
export function withoutCacheMarks(body: ChatBody): ChatBody {
  const messages = body.messages.some(isMarkedMessage) ? body.messages.map(unmarkedMessage) : body.messages;
  // Clients send null, too, where they have none.
  const tools = body.tools?.some(isMarkedTool) ? body.tools.map(unmarkedTool) : body.tools;
  if (messages === body.messages && tools === body.tools && !isMarked(body)) return body;
  return unmarked({ ...body, messages, ...(tools === body.tools ? {} : { tools }) });
}

const isMarked = (one: JsonObject | undefined): boolean => one?.cache_control !== undefined;

/** Members that are `undefined` do not go out. */
const unmarked = <T extends JsonObject>(one: T): T => (isMarked(one) ? { ...one, cache_control: undefined } : one);

const partsOf = ({ content }: ChatMessage): readonly ContentPart[] => (Array.isArray(content) ? content : noParts);
const noParts: readonly ContentPart[] = [];

const isMarkedMessage = (message: ChatMessage): boolean =>
  isMarked(message) || partsOf(message).some(isMarked) || (message.tool_calls ?? []).some(isMarked);

function unmarkedMessage(message: ChatMessage): ChatMessage {
  if (!isMarkedMessage(message)) return message;
  const { content, tool_calls: calls } = message;
  return {
    ...unmarked(message),
    ...(Array.isArray(content) ? { content: partsOf(message).map(unmarked) } : {}),
    ...(calls?.some(isMarked) ? { tool_calls: calls.map(unmarked) } : {}),
  };
}

const isMarkedTool = (tool: Tool): boolean => isMarked(tool) || isMarked(tool.function);

const unmarkedTool = (tool: Tool): Tool =>
  isMarkedTool(tool)
    ? { ...unmarked(tool), ...(isMarked(tool.function) ? { function: unmarked(tool.function) } : {}) }
    : tool;
