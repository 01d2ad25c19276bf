import { answerLimit, type ChatBody, isJsonObject, type Json, type JsonObject } from '@palimpsest/domain';
import { refuse } from '../conversation/refuse.ts';
import { stopSequences } from '../conversation/refused-parameters.ts';
import type { Refusal } from '../provider.ts';
import { cleanSchema } from './clean-schema.ts';
import { convertThinking } from './convert-thinking.ts';
import type { ModelData } from './model-data.ts';

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
    thinkingConfig: convertThinking(body.reasoning_effort, data),
  });
  return { config: { ...config, ...form }, instruction };
}

/** Null stands for "not given" in OpenAI's dialect. */
const given = (fields: Readonly<Record<string, Json | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));

const jsonOnly = 'Answer with one JSON object and nothing else: no explanation, no code fence.';

function answerForm(body: ChatBody, data: ModelData): { form: JsonObject; instruction: string | undefined } {
  const wish = body.response_format;
  if (wish === undefined || wish === null || wish.type === 'text') return { form: {}, instruction: undefined };
  const schema = isJsonObject(wish.json_schema) ? wish.json_schema.schema : undefined;
  const hasSchema = wish.type === 'json_schema' && isJsonObject(schema);
  if ((body.tools ?? []).length > 0 && !data.formatBesideTools) {
    const told = hasSchema ? `${jsonOnly} It has to match this JSON schema:\n${JSON.stringify(schema)}` : jsonOnly;
    return { form: {}, instruction: told };
  }
  const form = { responseMimeType: 'application/json' };
  return {
    form: hasSchema ? { ...form, responseSchema: cleanSchema(schema) } : form,
    instruction: undefined,
  };
}
