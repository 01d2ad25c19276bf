import type { ChatCall, ChatMessage, JsonObject } from '@palimpsest/domain';
import { isRefusal } from '../conversation/refuse.ts';
import { refusedParameter } from '../conversation/refused-parameters.ts';
import type { NativeRequest, Refusal } from '../provider.ts';
import { convertGenerationConfig } from './convert-generation-config.ts';
import { convertMessages } from './convert-messages.ts';
import { convertTools } from './convert-tools.ts';
import { modelData } from './model-data.ts';

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

/** `models/<name>` unless the name says which collection it is from. A name comes from outside: it never leaves its place in the path. */
function resource(model: string): string {
  const [, collection = 'models', name = model] = /^(models|tunedModels)\/(.+)$/.exec(model) ?? [];
  return `${collection}/${encodeURIComponent(name)}`;
}

function convertBody(call: ChatCall): JsonObject | Refusal {
  const { body } = call;
  const refusal = refusedParameter(body, 'Gemini');
  if (refusal !== undefined) return refusal;
  const data = modelData(call.model);
  const generation = convertGenerationConfig(body, data);
  if (isRefusal(generation)) return generation;
  const tools = convertTools(body);
  if (isRefusal(tools)) return tools;
  const conversation = convertMessages(withInstruction(body.messages, generation.instruction), data);
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
