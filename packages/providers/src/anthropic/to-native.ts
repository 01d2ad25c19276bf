import type { ChatBody, ChatCall, JsonObject } from '@palimpsest/domain';
import { isRefusal } from '../conversation/refuse.ts';
import { refusedParameter } from '../conversation/refused-parameters.ts';
import type { NativeRequest, Refusal } from '../provider.ts';
import { convertMessages, type NativeConversation } from './convert-messages.ts';
import { convertResponseFormat } from './convert-response-format.ts';
import { convertSampling } from './convert-sampling.ts';
import { convertThinking } from './convert-thinking.ts';
import { convertTools } from './convert-tools.ts';
import { headers } from './headers.ts';
import { limitAnswer } from './limit-answer.ts';
import { modelData } from './model-data.ts';

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
  const { body } = call;
  const refusal = refusedParameter(body, 'Anthropic');
  if (refusal !== undefined) return refusal;
  const data = modelData(call.model);
  const conversation = convertMessages(body.messages, data?.prefill ?? true);
  if (isRefusal(conversation)) return conversation;
  const tools = convertTools(body, conversation.calledNames);
  if (isRefusal(tools)) return tools;

  const max_tokens = limitAnswer(call, data);
  // Thinking is refused beside a forced call, and the call is the clearer wish of the two.
  const effort = tools.forced ? undefined : body.reasoning_effort;
  const { thinking, effort: nativeEffort } = convertThinking(effort, data, max_tokens, bringsResults(conversation));
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

const bringsResults = (conversation: NativeConversation): boolean =>
  conversation.messages.at(-1)?.content[0]?.type === 'tool_result';

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
