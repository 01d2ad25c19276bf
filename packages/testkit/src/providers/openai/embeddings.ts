import type { Json, JsonObject } from '@palimpsest/domain';
import type { Refusal } from '../dialect.ts';
import type { SimulatedCall } from '../simulated-call.ts';
import { vectorOf } from '../vector-of.ts';
import { badRequest } from './error-body.ts';

const inputsOf = ({ input }: JsonObject): readonly Json[] =>
  Array.isArray(input) && typeof input[0] !== 'number' ? (input as readonly Json[]) : [input ?? null];

/** What OpenAI finds wrong with a request for embeddings. @see https://platform.openai.com/docs/api-reference/embeddings */
export function refuseEmbeddings(body: JsonObject): Refusal | undefined {
  const { input, dimensions, encoding_format: format } = body;
  if (input === undefined) return badRequest("Missing required parameter: 'input'.", 'input');
  const inputs = inputsOf(body);
  if (inputs.length === 0 || inputs.some((one) => one === '' || (Array.isArray(one) && one.length === 0)))
    return badRequest("'$.input' is invalid. Please check the API reference.");
  if (dimensions !== undefined && (!Number.isInteger(dimensions) || (dimensions as number) < 1))
    return badRequest("Invalid value for 'dimensions'.", 'dimensions');
  if (format !== undefined && format !== 'float' && format !== 'base64')
    return badRequest("Invalid value for 'encoding_format'.", 'encoding_format');
  return undefined;
}

/** A list of embeddings, in the form that was asked for. */
export function embeddingsBody(call: SimulatedCall): JsonObject {
  const { dimensions, encoding_format: format } = call.body;
  const inputs = inputsOf(call.body);
  const tokens = inputs.reduce<number>((sum, input) => sum + Math.ceil(JSON.stringify(input).length / 4), 0);
  return {
    object: 'list',
    data: inputs.map((input, index) => {
      const vector = vectorOf(input, dimensions);
      return { object: 'embedding', index, embedding: format === 'base64' ? base64Of(vector) : vector };
    }),
    model: call.model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

const base64Of = (vector: readonly number[]): string =>
  Buffer.from(Float32Array.from(vector).buffer).toString('base64');
