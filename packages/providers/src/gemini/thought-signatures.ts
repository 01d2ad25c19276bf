import type { ChatMessage, JsonObject, ToolCall } from '@palimpsest/domain';
import { issue, issuedBy } from '../conversation/issued.ts';
import type { NativePart } from './convert-content.ts';
import type { ModelData } from './model-data.ts';

/** Takes the place of a signature that another provider's call cannot have (ai.google.dev, "Thought signatures"). */
const withoutSignature = 'skip_thought_signature_validator';

/** Where Google's own OpenAI-compatible API puts a signature, and so do clients that bring it back. */
export const issueSignature = (signature: string): JsonObject => issue('google', { thought_signature: signature });

function signatureOf(carrier: JsonObject): string | undefined {
  const signature = issuedBy('google', carrier)?.thought_signature;
  return typeof signature === 'string' && signature !== '' ? signature : undefined;
}

/**
 * The parts of one earlier message with the signatures that came with it. Of parallel calls only the first one has to have one; the
 * message's own belongs to its last text, or to the first call where that came without.
 */
export function signParts(
  said: readonly NativePart[],
  called: readonly NativePart[],
  message: ChatMessage,
  calls: readonly ToolCall[],
  data: ModelData,
): readonly NativePart[] {
  const own = signatureOf(message);
  const ofCalls = calls.map(signatureOf);
  const needsOwn = calls.length > 0 && ofCalls[0] === undefined;
  const signedCalls = called.map((part, index) => {
    const stand = index === 0 && data.signedCalls ? withoutSignature : undefined;
    return sign(part, ofCalls[index] ?? (index === 0 ? own : undefined) ?? stand);
  });
  const last = said.at(-1);
  if (own === undefined || needsOwn || last === undefined) return [...said, ...signedCalls];
  return [...said.slice(0, -1), sign(last, own), ...signedCalls];
}

const sign = (part: NativePart, thoughtSignature: string | undefined): NativePart =>
  thoughtSignature === undefined ? part : { ...part, thoughtSignature };
