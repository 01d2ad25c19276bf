import { type EmbeddingsBody, GatewayError, isNestedDeeper, type Json } from '@palimpsest/domain';
import { type Check, checkFields, fault, modelName, oneOf, optional, wholeBetween } from '../openai-chat/check.ts';
import { deepest, readJsonObject, tooDeep } from '../read-json.ts';

/** https://platform.openai.com/docs/api-reference/embeddings/create */
const mostInputs = 2048;

const isToken = (value: Json): boolean => Number.isInteger(value) && (value as number) >= 0;
const isTokens = (value: Json): boolean => Array.isArray(value) && value.length > 0 && value.every(isToken);
const isText = (value: Json): boolean => typeof value === 'string' && value !== '';

const input: Check = (value, param) => {
  if (value === undefined || value === null) return fault(param, `'${param}' is needed.`);
  if (isText(value) || isTokens(value)) return undefined;
  if (!Array.isArray(value) || value.length === 0)
    return fault(param, `'${param}' must be a non-empty string, or an array of them, or of tokens.`);
  const inputs = value as readonly Json[];
  if (inputs.length > mostInputs)
    return fault(param, `'${param}' may hold at most ${mostInputs} inputs, not ${inputs.length}.`);
  const isOne = typeof inputs[0] === 'string' ? isText : isTokens;
  const wrong = inputs.findIndex((entry) => !isOne(entry));
  return wrong === -1
    ? undefined
    : fault(`${param}[${wrong}]`, `'${param}[${wrong}]' must be a non-empty string or a non-empty array of tokens.`);
};

const fields: Readonly<Record<string, Check>> = {
  model: modelName,
  input,
  dimensions: optional(wholeBetween(1, 65_536)),
  encoding_format: optional(oneOf('float', 'base64')),
};

/** The body of `POST /v1/embeddings`, or what is wrong with it. */
export function parseEmbeddings(bytes: Uint8Array): EmbeddingsBody | GatewayError {
  const json = readJsonObject(bytes);
  if (json instanceof GatewayError) return json;
  if (isNestedDeeper(Buffer.from(bytes).toString('latin1'), deepest)) return tooDeep();
  return checkFields(json, fields) ?? (json as EmbeddingsBody);
}
