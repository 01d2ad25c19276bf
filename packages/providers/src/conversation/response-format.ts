import { type ChatBody, isJsonObject, type JsonObject } from '@palimpsest/domain';

/** The schema that the answer is to have; `undefined` where none is asked for. */
export function schemaOf(wish: ChatBody['response_format']): JsonObject | undefined {
  const schema = wish?.type === 'json_schema' && isJsonObject(wish.json_schema) ? wish.json_schema.schema : undefined;
  return isJsonObject(schema) ? schema : undefined;
}

/** Whether JSON of any form is asked for. */
export const wantsJson = (wish: ChatBody['response_format']): boolean =>
  wish?.type === 'json_object' || wish?.type === 'json_schema';

const jsonOnly = 'Answer with one JSON object and nothing else: no explanation, no code fence.';

/** The wish in words, for models that know no such setting. */
export const jsonInstruction = (schema: JsonObject | undefined): string =>
  schema === undefined ? jsonOnly : `${jsonOnly} It has to match this JSON schema:\n${JSON.stringify(schema)}`;
