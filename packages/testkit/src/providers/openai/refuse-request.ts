import { isJsonObject, type Json, type JsonObject } from '@palimpsest/domain';
import type { Refusal } from '../dialect.ts';
import { badRequest } from './error-body.ts';
import { refuseFields, refuseStrangeParts } from './refuse-fields.ts';
import { emptyArray, refuseMessages } from './refuse-messages.ts';

/** The parameters of `POST /v1/chat/completions`. @see https://github.com/openai/openai-openapi */
const parameters = new Set(
  `audio frequency_penalty function_call functions logit_bias logprobs max_completion_tokens max_tokens messages metadata
  modalities model moderation n parallel_tool_calls prediction presence_penalty prompt_cache_key prompt_cache_retention
  reasoning_effort response_format safety_identifier seed service_tier stop store stream stream_options temperature
  tool_choice tools top_logprobs top_p user verbosity web_search_options`.split(/\s+/),
);

/** What OpenAI would answer instead of a completion. */
export function refuseRequest(body: JsonObject): Refusal | undefined {
  const { model } = body;
  if (typeof model !== 'string' || model === '') return badRequest('you must provide a model parameter');
  const unknown = Object.keys(body).find((name) => !parameters.has(name));
  if (unknown !== undefined) return badRequest(`Unknown parameter: '${unknown}'.`, unknown, 'unknown_parameter');
  return (
    refuseMessages(body.messages) ??
    refuseFields(body.messages, []) ??
    refuseStrangeParts(body.messages, body.tools) ??
    refuseReasoningModel(body, model) ??
    refuseSampling(body) ??
    refuseForm(body)
  );
}

/**
 * Reasoning models take neither the old limit nor, while they reason, another temperature than their own. GPT-5.1 and later reason where
 * told to.
 */
function refuseReasoningModel(body: JsonObject, model: string): Refusal | undefined {
  if (!/^(o\d|gpt-5)/.test(model)) return undefined;
  if (body.max_tokens !== undefined && body.max_tokens !== null) {
    return badRequest(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      'max_tokens',
      'unsupported_parameter',
    );
  }
  const reasons = !/^gpt-5\.\d/.test(model) || (body.reasoning_effort ?? 'none') !== 'none';
  if (reasons && typeof body.temperature === 'number' && body.temperature !== 1) {
    return badRequest(
      `Unsupported value: 'temperature' does not support ${body.temperature} with this model. Only the default (1) value is supported.`,
      'temperature',
      'unsupported_value',
    );
  }
  return undefined;
}

function refuseSampling(body: JsonObject): Refusal | undefined {
  for (const [name, max] of [
    ['temperature', 2],
    ['top_p', 1],
  ] as const) {
    const value = body[name];
    if (typeof value === 'number' && value > max) {
      return badRequest(
        `Invalid '${name}': decimal above maximum value. Expected a value <= ${max}, but got ${value} instead.`,
        name,
        'decimal_above_max_value',
      );
    }
  }
  if (Array.isArray(body.stop) && body.stop.length > 4) {
    return badRequest(
      `Invalid 'stop': array too long. Expected an array with maximum length 4, but got an array with length ${body.stop.length} instead.`,
      'stop',
      'array_above_max_length',
    );
  }
  return undefined;
}

function refuseForm(body: JsonObject): Refusal | undefined {
  if (body.stream_options !== undefined && body.stream_options !== null && body.stream !== true) {
    return badRequest("The 'stream_options' parameter is only allowed when 'stream' is enabled.", 'stream_options');
  }
  if (Array.isArray(body.tools) && body.tools.length === 0) return emptyArray('tools');
  if (body.tool_choice !== undefined && body.tools === undefined) {
    return badRequest("'tool_choice' is only allowed when 'tools' are specified.", 'tool_choice');
  }
  for (const [at, tool] of ((body.tools ?? []) as readonly JsonObject[]).entries()) {
    const refused = tool.type === 'function' ? refuseFunction(tool.function, `tools[${at}].function`) : undefined;
    if (refused !== undefined) return refused;
  }
  const format = body.response_format as JsonObject | undefined;
  if (format?.type === 'json_object' && !/json/i.test(JSON.stringify(body.messages))) {
    return badRequest(
      "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
      'messages',
    );
  }
  return undefined;
}

function refuseFunction(declared: Json | undefined, at: string): Refusal | undefined {
  const { name, description } = isJsonObject(declared) ? declared : {};
  if (typeof name !== 'string' || !/^[a-zA-Z0-9_-]{1,64}$/.test(name)) {
    return badRequest(
      `Invalid '${at}.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
      `${at}.name`,
      'invalid_value',
    );
  }
  if (typeof description !== 'string' || description.length <= 1024) return undefined;
  return badRequest(
    `Invalid '${at}.description': string too long. Expected a string with maximum length 1024, but got a string with length ${description.length} instead.`,
    `${at}.description`,
    'string_above_max_length',
  );
}
