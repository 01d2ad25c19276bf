import { answerLimit, type ChatBody, type Json, type JsonObject } from '@palimpsest/domain';
import { refuse } from '../conversation/refuse.ts';
import { jsonInstruction, schemaOf, wantsJson } from '../conversation/response-format.ts';
import { stopSequences } from '../conversation/stop-sequences.ts';
import type { Refusal } from '../provider.ts';
import { convertSchema } from './convert-schema.ts';
import { convertThinking } from './convert-thinking.ts';
import type { ModelData } from './model-data.ts';
import { SchemaRoom } from './schema-room.ts';

/** ai.google.dev, "GenerationConfig". */
const maxStopSequences = 5;

/** `generationConfig`, and what has to be said in words because the model takes no answer form beside functions. */
export type NativeGeneration = { readonly config: JsonObject; readonly instruction: string | undefined };

export function convertGenerationConfig(body: ChatBody, data: ModelData): NativeGeneration | Refusal {
  const stops = stopSequences(body);
  if (stops.length > maxStopSequences)
    return refuse('stop', `Gemini takes at most ${maxStopSequences} stop sequences.`, 'invalid_value');
  const { form, instruction } = answerForm(body, data);
  const config = given({
    temperature: body.temperature,
    topP: body.top_p,
    topK: typeof body.top_k === 'number' ? body.top_k : undefined,
    maxOutputTokens: answerLimit(body),
    stopSequences: stops.length === 0 ? undefined : stops,
    seed: body.seed,
    presencePenalty: data.penalties ? body.presence_penalty : undefined,
    frequencyPenalty: data.penalties ? body.frequency_penalty : undefined,
    responseLogprobs: body.logprobs === true ? true : undefined,
    logprobs: body.logprobs === true && typeof body.top_logprobs === 'number' ? body.top_logprobs : undefined,
    thinkingConfig: convertThinking(body.reasoning_effort, data),
  });
  return { config: { ...config, ...form }, instruction };
}

/** Null stands for "not given" in OpenAI's dialect. */
const given = (fields: Readonly<Record<string, Json | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));

function answerForm(body: ChatBody, data: ModelData): { form: JsonObject; instruction: string | undefined } {
  const wish = body.response_format;
  const schema = schemaOf(wish);
  if (!wantsJson(wish)) return { form: {}, instruction: undefined };
  if ((body.tools ?? []).length > 0 && !data.formatBesideTools)
    return { form: {}, instruction: jsonInstruction(schema) };
  const form = { responseMimeType: 'application/json' };
  if (schema === undefined) return { form, instruction: undefined };
  const { jsonSchema, subset } = convertSchema(schema, data, new SchemaRoom());
  const member = jsonSchema === undefined ? { responseSchema: subset } : { responseJsonSchema: jsonSchema };
  return { form: { ...form, ...member }, instruction: undefined };
}
