import { type ChatBody, isJsonObject, type JsonObject } from '@palimpsest/domain';
import { cleanSchema } from './clean-schema.ts';
import type { ModelData } from './model-data.ts';

/** How the model is brought to the wished form: by the API's `format` where the model knows it, else by words after the system text. */
export type NativeFormat = { readonly format: JsonObject | undefined; readonly instruction: string | undefined };

const jsonOnly = 'Answer with one JSON object and nothing else: no explanation, no code fence.';

export function convertResponseFormat(wish: ChatBody['response_format'], data: ModelData | undefined): NativeFormat {
  if (wish === undefined || wish === null || wish.type === 'text') return { format: undefined, instruction: undefined };
  const given = isJsonObject(wish.json_schema) ? wish.json_schema.schema : undefined;
  if (wish.type === 'json_object' || !isJsonObject(given)) return { format: undefined, instruction: jsonOnly };
  if (data?.structuredOutput === true)
    return { format: { type: 'json_schema', schema: cleanSchema(given) }, instruction: undefined };
  const schema = JSON.stringify(given);
  return { format: undefined, instruction: `${jsonOnly} It has to match this JSON schema:\n${schema}` };
}
