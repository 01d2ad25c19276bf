import type { ChatCall, ChatMessage, JsonObject } from '@palimpsest/domain';
import { liftFunctions } from '../conversation/lift-functions.ts';
import { isRefusal, refuse } from '../conversation/refuse.ts';
import { refusedBy } from '../parameters/parameter-table.ts';
import type { NativeRequest, Provider, Refusal } from '../provider.ts';
import { convertGenerationConfig } from './convert-generation-config.ts';
import { convertMessages } from './convert-messages.ts';
import { convertTools } from './convert-tools.ts';
import { modelData } from './model-data.ts';
import { table } from './parameters.ts';
import { resource } from './resource.ts';

export const refusal: Provider['refusal'] = ({ body, model }) =>
  refusedBy(table, body) ??
  (body.logprobs === true && !modelData(model).logprobs
    ? refuse('logprobs', `The model '${model}' tells no log probabilities.`, 'unsupported_parameter')
    : undefined);

export function toNative(call: ChatCall, secret: string): NativeRequest | Refusal {
  const body = convertBody(call);
  if (isRefusal(body)) return body;
  return {
    method: 'POST',
    path: `/v1beta/${resource(call.model)}:${call.stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    headers: { 'x-goog-api-key': secret, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

function convertBody(call: ChatCall): JsonObject | Refusal {
  const found = refusal(call);
  if (found !== undefined) return found;
  const body = liftFunctions(call.body);
  const data = modelData(call.model);
  const generation = convertGenerationConfig(body, data);
  if (isRefusal(generation)) return generation;
  const tools = convertTools(body, data);
  if (isRefusal(tools)) return tools;
  const conversation = convertMessages(withInstruction(body.messages, generation.instruction), data, call.media);
  if (isRefusal(conversation)) return conversation;
  const { systemInstruction, contents } = conversation;
  return {
    ...(systemInstruction === undefined ? {} : { systemInstruction }),
    contents,
    ...tools,
    ...(Object.keys(generation.config).length === 0 ? {} : { generationConfig: generation.config }),
  };
}

const withInstruction = (messages: readonly ChatMessage[], instruction: string | undefined): readonly ChatMessage[] =>
  instruction === undefined ? messages : [...messages, { role: 'system', content: instruction }];
