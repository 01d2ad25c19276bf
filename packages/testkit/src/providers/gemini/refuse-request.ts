import { isJsonObject, type JsonObject } from '@palimpsest/domain';
import type { Refusal } from '../dialect.ts';
import { badRequest, unknownName } from './error-body.ts';
import { refuseContents } from './refuse-contents.ts';
import { refuseSchema } from './refuse-schema.ts';

const words = (text: string) => new Set(text.split(/\s+/));

/** The members of a `GenerateContentRequest`. @see https://ai.google.dev/api/generate-content */
const members = words('contents systemInstruction tools toolConfig generationConfig safetySettings cachedContent');
const configMembers = words(
  `stopSequences responseMimeType responseSchema responseJsonSchema responseModalities candidateCount maxOutputTokens
  temperature topP topK seed presencePenalty frequencyPenalty responseLogprobs logprobs enableEnhancedCivicAnswers
  speechConfig thinkingConfig mediaResolution`,
);
const declarationMembers = words(
  'name description behavior parameters parametersJsonSchema response responseJsonSchema',
);

const strange = (object: JsonObject, known: ReadonlySet<string>) =>
  Object.keys(object).find((name) => !known.has(name));

/** What Gemini would answer instead of a response. */
export function refuseRequest(body: JsonObject): Refusal | undefined {
  const unknown = strange(body, members);
  if (unknown !== undefined) return unknownName(unknown, '');
  return refuseContents(body.contents) ?? refuseConfig(body.generationConfig) ?? refuseTools(body.tools);
}

function refuseConfig(config: JsonObject[string]): Refusal | undefined {
  if (!isJsonObject(config)) return undefined;
  const unknown = strange(config, configMembers);
  if (unknown !== undefined) return unknownName(unknown, 'generation_config');
  if (typeof config.maxOutputTokens === 'number' && config.maxOutputTokens < 1) {
    return badRequest('* GenerateContentRequest.generation_config.max_output_tokens: must be positive.\n');
  }
  if (Array.isArray(config.stopSequences) && config.stopSequences.length > 5) {
    return badRequest('* GenerateContentRequest.generation_config.stop_sequences: too many stop sequences\n');
  }
  if (config.responseSchema === undefined) return undefined;
  return refuseSchema(config.responseSchema, 'generation_config.response_schema');
}

function refuseTools(tools: JsonObject[string]): Refusal | undefined {
  for (const [at, tool] of ((tools ?? []) as readonly JsonObject[]).entries()) {
    const declarations = (tool.functionDeclarations ?? []) as readonly JsonObject[];
    for (const [index, declaration] of declarations.entries()) {
      const where = `tools[${at}].function_declarations[${index}]`;
      const unknown = strange(declaration, declarationMembers);
      if (unknown !== undefined) return unknownName(unknown, where);
      if (typeof declaration.name !== 'string' || !/^[a-zA-Z_][\w:.-]{0,63}$/.test(declaration.name)) {
        return badRequest(`* GenerateContentRequest.${where}.name: Invalid function name.\n`);
      }
      if (declaration.parameters === undefined) continue;
      const refusal = refuseSchema(declaration.parameters, `${where}.parameters`);
      if (refusal !== undefined) return refusal;
    }
  }
  return undefined;
}
