import type { FinishReason } from '@palimpsest/domain';

/** The API's reasons for which the answer is withheld; ai.google.dev, "FinishReason" and "BlockReason". */
const withheld = new Set([
  'SAFETY',
  'RECITATION',
  'LANGUAGE',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_RECITATION',
]);

/** The model tried to call and wrote something that is no call: a new try usually fares better. */
const brokenCalls = new Set([
  'MALFORMED_FUNCTION_CALL',
  'UNEXPECTED_TOOL_CALL',
  'TOO_MANY_TOOL_CALLS',
  'MALFORMED_RESPONSE',
]);

export const isBrokenCall = (finishReason: string): boolean => brokenCalls.has(finishReason);

/** `seen` is what the answer held: the API says STOP after calls too, and OTHER for an answer withheld without a reason. */
export function mapFinishReason(
  finishReason: string,
  seen: { readonly toolCalls: boolean; readonly content: boolean },
): FinishReason {
  if (finishReason === 'MAX_TOKENS') return 'length';
  if (withheld.has(finishReason)) return 'content_filter';
  if (seen.toolCalls) return 'tool_calls';
  return finishReason === 'STOP' || seen.content ? 'stop' : 'content_filter';
}
