import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import type { CountTokens } from '../estimate.ts';
import { createMergedCounter } from './count-merged.ts';
import { type Ranks, rankOf, unranked } from './ranks.ts';

/** Bytes that a character of a string takes at most in UTF-8. Those of four bytes are two characters of a string. */
const mostBytes = 3;

/**
 * Counts the tokens of texts: cut into pieces by the expression of o200k_base, of which each is a token or is merged from its bytes. A half
 * of a surrogate pair counts as the replacement character. Takes some 0.1 ms for a kilobyte, and at worst three times that.
 */
export function createTokenCounter(ranks: Ranks): CountTokens {
  const encoder = new TextEncoder();
  const countMerged = createMergedCounter(ranks);
  // A copy, since a search leaves its place behind.
  const piece = new RegExp(O200K_TOKEN_SPLIT_REGEX);
  let bytes = new Uint8Array(0);

  return (text) => {
    if (bytes.length < text.length * mostBytes) bytes = new Uint8Array(text.length * mostBytes);
    encoder.encodeInto(text, bytes);
    let tokens = 0;
    let character = 0;
    let end = 0;
    // Pieces follow one another without a gap: every character belongs to one.
    while (piece.test(text)) {
      const start = end;
      while (character < piece.lastIndex) {
        const first = bytes[end] as number;
        character += first < 0xf0 ? 1 : 2;
        end += first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
      }
      tokens += rankOf(ranks, bytes, start, end) === unranked ? countMerged(bytes, start, end) : 1;
    }
    return tokens;
  };
}
