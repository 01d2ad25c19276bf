import type { ChatBody, ChatCall, JsonObject } from '@palimpsest/domain';
import { liftFunctions } from '../conversation/lift-functions.ts';
import { isRefusal } from '../conversation/refuse.ts';
import { refusedBy } from '../parameters/parameter-table.ts';
import type { NativeRequest, Provider, Refusal } from '../provider.ts';
import { convertMessages, type NativeConversation } from './convert-messages.ts';
import { convertResponseFormat } from './convert-response-format.ts';
import { convertSampling } from './convert-sampling.ts';
import { convertThinking } from './convert-thinking.ts';
import { convertTools } from './convert-tools.ts';
import { headers } from './headers.ts';
import { limitAnswer } from './limit-answer.ts';
import { modelData } from './model-data.ts';
import { table } from './parameters.ts';
import { isThought } from './signed-thoughts.ts';

export const refusal: Provider['refusal'] = ({ body }) => refusedBy(table, body);

export function toNative(call: ChatCall, secret: string): NativeRequest | Refusal {
  const body = convertBody(call);
  if (isRefusal(body)) return body;
  return {
    method: 'POST',
    path: '/v1/messages',
    headers: { ...headers(secret), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

function convertBody(call: ChatCall): JsonObject | Refusal {
  const found = refusal(call);
  if (found !== undefined) return found;
  const body = liftFunctions(call.body);
  const data = modelData(call.model);
  const traits = { prefill: data?.prefill ?? true, thinks: data?.thinking !== 'none' };
  const conversation = convertMessages(body.messages, traits);
  if (isRefusal(conversation)) return conversation;
  const tools = convertTools(body, conversation.calledNames, data);
  if (isRefusal(tools)) return tools;

  const max_tokens = limitAnswer({ ...call, body }, data);
  // Thinking is refused beside a forced call, and the call is the clearer wish of the two.
  const effort = tools.forced ? undefined : body.reasoning_effort;
  const { thinking, effort: nativeEffort } = convertThinking(
    effort,
    data,
    max_tokens,
    isLoopWithoutThoughts(conversation),
  );
  const sampling = convertSampling(body, data, thinking !== undefined && thinking.type !== 'disabled');
  if (isRefusal(sampling)) return sampling;
  const { format, instruction } = convertResponseFormat(body.response_format, data);

  return {
    model: call.model,
    max_tokens,
    ...withInstruction(conversation.system, instruction),
    messages: conversation.messages,
    ...tools.fields,
    ...sampling,
    ...(thinking === undefined ? {} : { thinking }),
    ...outputConfig(format, nativeEffort),
    ...user(body),
    ...(call.stream ? { stream: true } : {}),
  };
}

/** Results of calls whose thinking is not at hand: another provider made them, or the client left it out. */
function isLoopWithoutThoughts({ messages }: NativeConversation): boolean {
  if (messages.at(-1)?.content[0]?.type !== 'tool_result') return false;
  return !isThought(messages.at(-2)?.content[0]);
}

function withInstruction(system: NativeConversation['system'], instruction: string | undefined): JsonObject {
  if (instruction === undefined) return system === undefined ? {} : { system };
  if (system === undefined) return { system: instruction };
  if (typeof system === 'string') return { system: `${system}\n\n${instruction}` };
  return { system: [...system, { type: 'text', text: instruction }] };
}

function outputConfig(format: JsonObject | undefined, effort: string | undefined): JsonObject {
  const config = { ...(format === undefined ? {} : { format }), ...(effort === undefined ? {} : { effort }) };
  return Object.keys(config).length === 0 ? {} : { output_config: config };
}

/** The end user's pseudonym, which both APIs ask to hold nothing personal. */
function user(body: ChatBody): JsonObject {
  const id = body.safety_identifier ?? body.user;
  return typeof id === 'string' && id !== '' ? { metadata: { user_id: id } } : {};
}
