import { type ChatMessage, isJsonObject } from '@palimpsest/domain';

/** The ids of the calls that an assistant's message makes. */
export const callIds = (message: ChatMessage | undefined): readonly string[] =>
  message?.role === 'assistant' ? (message.tool_calls ?? []).map((call) => call.id) : [];

/** What a message calls in OpenAI's form of before tools. */
export const calledFunction = (message: ChatMessage | undefined): string | undefined =>
  isJsonObject(message?.function_call) && typeof message.function_call.name === 'string'
    ? message.function_call.name
    : undefined;

/** The calls that are answered by the results from `at` on, up to the next message of another role. */
function answeredAt(messages: readonly ChatMessage[], at: number): ReadonlySet<string | undefined> {
  const ids = new Set<string | undefined>();
  for (let index = at; messages[index]?.role === 'tool'; index += 1) ids.add(messages[index]?.tool_call_id);
  return ids;
}

/** Whether a turn ended in calls, and what follows begins with results of them. */
export function awaits(turn: readonly ChatMessage[], next: readonly ChatMessage[]): boolean {
  const last = turn.at(-1);
  if (next[0]?.role === 'function') return calledFunction(last) !== undefined && calledFunction(last) === next[0].name;
  const answered = answeredAt(next, 0);
  return callIds(last).some((id) => answered.has(id));
}

/** Whether these are all of the calls that a turn ended in, and no others. */
export function awaitsJust(turn: readonly ChatMessage[], next: readonly ChatMessage[]): boolean {
  const answered = answeredAt(next, 0);
  const ids = callIds(turn.at(-1));
  return ids.length > 0 && ids.length === answered.size && ids.every((id) => answered.has(id));
}

/** Where in a turn the calls stand that were answered already, and that `next` brings results of once more; -1 where there are none. */
export function answeredBefore(turn: readonly ChatMessage[], next: readonly ChatMessage[]): number {
  const answered = answeredAt(next, 0);
  return answered.size === 0 ? -1 : turn.findLastIndex((message) => callIds(message).some((id) => answered.has(id)));
}

/** A conversation without the calls whose results do not follow, and without the results whose call is not before them. */
export function paired(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const kept: ChatMessage[] = [];
  let open = new Set<string | undefined>();
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') {
      if (open.delete(message.tool_call_id)) kept.push(message);
      continue;
    }
    const spoken = withAnsweredCalls(message, messages, index + 1);
    open = new Set(callIds(spoken));
    if (spoken !== undefined) kept.push(spoken);
  }
  return kept;
}

/** A message with those of its calls alone that the messages from `next` on answer; `undefined` where it says nothing then. */
function withAnsweredCalls(
  message: ChatMessage,
  messages: readonly ChatMessage[],
  next: number,
): ChatMessage | undefined {
  const { tool_calls: calls, function_call: called, ...rest } = message;
  const answered = answeredAt(messages, next);
  const kept = calls?.filter((call) => answered.has(call.id)) ?? [];
  const isCallAnswered = calledFunction(message) === undefined || messages[next]?.role === 'function';
  if (kept.length === (calls?.length ?? 0) && isCallAnswered) return message;
  const said: ChatMessage = {
    ...rest,
    ...(kept.length > 0 ? { tool_calls: kept } : {}),
    ...(isCallAnswered && called !== undefined ? { function_call: called } : {}),
  };
  return saysSomething(said) ? said : undefined;
}

const saysSomething = ({ content, refusal, audio, tool_calls: calls, function_call: called }: ChatMessage): boolean =>
  (content ?? '').length > 0 || [refusal, audio, calls, called].some((member) => (member ?? undefined) !== undefined);
