import { type ChatMessage, isJsonObject, type Json, type JsonObject } from '@palimpsest/domain';
import { issue, issuedBy } from '../conversation/issued.ts';
import type { PlacedPart } from '../conversation/read-turns.ts';
import type { Block } from './convert-content.ts';

/** How much of the answer stood before a thought: characters of text, and calls. */
type Place = { readonly text: number; readonly calls: number };

/** A block of thinking as the API signed it, or hid it. It goes back as it came or not at all. */
export type Thought = { readonly block: Block; readonly after: Place };

export const isThought = (block: Json | undefined): block is Block =>
  isJsonObject(block) &&
  (block.type === 'thinking'
    ? typeof block.thinking === 'string' && typeof block.signature === 'string' && block.signature !== ''
    : block.type === 'redacted_thinking' && typeof block.data === 'string');

/** Thoughts for the client to keep with the message. Their places are told only where one did not open the answer. */
export function issueThoughts(thoughts: readonly Thought[]): JsonObject {
  const blocks = { thinking_blocks: thoughts.map(({ block }) => block) };
  const isPlain = thoughts.every(({ after }) => after.text === 0 && after.calls === 0);
  return issue('anthropic', isPlain ? blocks : { ...blocks, places: thoughts.map(({ after }) => ({ ...after })) });
}

/** The thoughts of an earlier answer, as the client or the session kept them. */
export function signedThoughts(message: ChatMessage): readonly Thought[] {
  const own = issuedBy('anthropic', message);
  const blocks = Array.isArray(own?.thinking_blocks) ? (own.thinking_blocks as readonly Json[]) : [];
  const places = Array.isArray(own?.places) ? (own.places as readonly Json[]) : [];
  return blocks.flatMap((block, index) => (isThought(block) ? [{ block, after: readPlace(places[index]) }] : []));
}

const readPlace = (place: Json | undefined): Place =>
  isJsonObject(place) && isCount(place.text) && isCount(place.calls)
    ? { text: Number(place.text), calls: Number(place.calls) }
    : { text: 0, calls: 0 };

const isCount = (value: Json | undefined): boolean => Number.isInteger(value) && Number(value) >= 0;

/** The parts cut where so many characters of their one text have gone by; parts of any other form are not cut. */
export function cutText(
  parts: readonly PlacedPart[],
  at: number,
): readonly [before: readonly PlacedPart[], behind: readonly PlacedPart[]] {
  const [first] = parts;
  const text = first?.part.text;
  if (first === undefined || parts.length > 1 || text === undefined || at <= 0) return [[], parts];
  const piece = (content: string): PlacedPart => ({ ...first, part: { ...first.part, text: content } });
  return [[piece(text.slice(0, at))], [piece(text.slice(at))]];
}
