import { isJsonObject, type Json, type JsonObject } from '@palimpsest/domain';
import type { Refusal } from '../dialect.ts';
import { shown } from '../shown.ts';
import { signatureOf } from '../signature.ts';
import { badRequest } from './error-body.ts';

/** Stands in for a signature that a call of another model cannot have. */
const bypass = 'skip_thought_signature_validator';

const partsOf = (content: JsonObject): readonly JsonObject[] =>
  Array.isArray(content.parts) ? (content.parts as readonly Json[]).filter(isJsonObject) : [];

/** What a part's signature stands under: the call; of a text, that it is one, since it may be sent in pieces. */
export const signed = (part: JsonObject): string =>
  isJsonObject(part.functionCall) ? `${shown(part.functionCall.name)} ${shown(part.functionCall.args)}` : 'text';

/** From Gemini 3 on, the first call of a turn carries its signature. @see https://ai.google.dev/gemini-api/docs/thought-signatures */
export function refuseSignatures(contents: Json | undefined, model: string): Refusal | undefined {
  if (!model.startsWith('gemini-3') || !Array.isArray(contents)) return undefined;
  for (const [at, content] of (contents as readonly Json[]).filter(isJsonObject).entries()) {
    const parts = partsOf(content);
    const first = parts.find((part) => part.functionCall !== undefined);
    if (first !== undefined && first.thoughtSignature === undefined)
      return badRequest(
        `Function call is missing a thought_signature in functionCall parts. Function call \`${shown((first.functionCall as JsonObject).name)}\`, position ${at + 1}.`,
      );
    const wrong = parts.some(
      (part) =>
        part.thoughtSignature !== undefined &&
        part.thoughtSignature !== bypass &&
        part.thoughtSignature !== signatureOf('google', signed(part)),
    );
    if (wrong) return badRequest('Thought signature is not valid');
  }
  return undefined;
}
