import {
  type ChatBody,
  type ChatMessage,
  isJsonObject,
  type Json,
  type JsonObject,
  type ToolCall,
} from '@palimpsest/domain';

/**
 * OpenAI's old form of tools (`functions`, `function_call`, messages of the role `function`) in the present one. The same body where
 * nothing of it is there. A result belongs to the last call before it of the function that it names.
 */
export function liftFunctions(body: ChatBody): ChatBody {
  const isOld =
    body.functions !== undefined ||
    body.function_call !== undefined ||
    body.messages.some((message) => isOldForm(message));
  if (!isOld) return body;
  const { functions, function_call: wish, ...rest } = body;
  const declared = Array.isArray(functions) ? (functions as readonly Json[]).filter(isJsonObject) : [];
  const tools = [
    ...(body.tools ?? []),
    ...declared.map((declaration) => ({ type: 'function', function: declaration })),
  ];
  return {
    ...rest,
    messages: liftMessages(body.messages),
    ...(tools.length === 0 ? {} : { tools }),
    // The old form knows one call at a time.
    ...(body.tools === undefined && tools.length > 0 ? { parallel_tool_calls: false } : {}),
    ...(wish === undefined || wish === null ? {} : { tool_choice: choiceOf(wish) }),
  } as ChatBody;
}

const isOldForm = (message: ChatMessage): boolean => message.role === 'function' || isJsonObject(message.function_call);

const choiceOf = (wish: Json): Json => (isJsonObject(wish) ? { type: 'function', function: wish } : wish);

function liftMessages(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const lastIds = new Map<string, string>();
  return messages.map((message, index): ChatMessage => {
    const { function_call: called, name = '', ...rest } = message;
    if (message.role === 'function') {
      return { ...rest, role: 'tool', tool_call_id: lastIds.get(name) ?? name };
    }
    if (!isJsonObject(called)) return message;
    const call = liftCall(called, `call_function_${index}`);
    lastIds.set(call.function.name, call.id);
    return { ...rest, tool_calls: [call] };
  });
}

const textOr = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

const liftCall = (called: JsonObject, id: string): ToolCall => ({
  id,
  type: 'function',
  function: { name: textOr(called.name), arguments: textOr(called.arguments) },
});
