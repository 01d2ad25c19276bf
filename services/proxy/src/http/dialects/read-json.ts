import { type GatewayError, holdsMoreThan, isJsonObject, type JsonObject, parseJson } from '@palimpsest/domain';
import { fault } from './openai-chat/check.ts';

/**
 * Values of one body. `JSON.parse` cannot be interrupted, and takes up to two microseconds and 130 bytes of memory for each: a body of the
 * largest size made of nothing else would stop all calls for ten seconds. The largest list of tokens that a provider takes has 300,000.
 */
const mostValues = 500_000;

/** A body of fewer bytes cannot hold more: each value but the first has a comma. */
const leastCounted = 2 * mostValues;

/** Deeper bodies are refused: no client builds them, and what walks them recursively would fall. */
export const deepest = 200;

export const tooDeep = (): GatewayError => fault('body', `The request body is nested deeper than ${deepest} levels.`);

/** The object that a body is, or what is wrong with it. */
export function readJsonObject(body: Uint8Array): JsonObject | GatewayError {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (bytes.length > leastCounted && holdsMoreThan(bytes.toString('latin1'), mostValues))
    return fault(
      'body',
      `The request body holds more than ${mostValues} values: objects, lists, texts, numbers and the like.`,
    );
  const json = parseJson(bytes.toString('utf8'));
  if (json === undefined) return fault('body', 'The request body is not valid JSON.');
  return isJsonObject(json) ? json : fault('body', 'The request body must be a JSON object.');
}
