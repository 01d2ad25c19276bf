import type { ChatBody, JsonObject } from '@palimpsest/domain';
import { jsonInstruction, schemaOf, wantsJson } from '../conversation/response-format.ts';
import { cleanSchema } from './clean-schema.ts';
import type { ModelData } from './model-data.ts';

/** How the model is brought to the wished form: by the API's `format` where the model knows it, else by words after the system text. */
export type NativeFormat = { readonly format: JsonObject | undefined; readonly instruction: string | undefined };

export function convertResponseFormat(wish: ChatBody['response_format'], data: ModelData | undefined): NativeFormat {
  const schema = schemaOf(wish);
  if (!wantsJson(wish)) return { format: undefined, instruction: undefined };
  if (schema !== undefined && data?.structuredOutput === true)
    return { format: { type: 'json_schema', schema: cleanSchema(schema) }, instruction: undefined };
  return { format: undefined, instruction: jsonInstruction(schema) };
}
