import { hash } from 'node:crypto';
import type { CountTokens } from './estimate.ts';

/** Characters that are counted exactly; of longer texts the head and the tail stand for the whole. */
const longestCounted = 8192;

/**
 * Runs of letters or blanks without a break are cut: pairs are merged in a time that grows with the square of a run's length. A cut
 * costs a token at most.
 */
const pieces = /(?:\S{1,63}(?!\S)|\s{1,63}(?!\s))+|\S{64}|\s{64}/gsu;

/** Texts whose tokens are known. */
const mostKnown = 10_000;

/**
 * Counts a text once: a conversation sends its history again with every turn, and many begin with the same words. Texts are known by their
 * digest, so that none is kept.
 */
function onceEach(count: CountTokens): CountTokens {
  const known = new Map<string, number>();
  return (text) => {
    const digest = hash('sha256', text, 'base64');
    const before = known.get(digest);
    if (before !== undefined) return before;
    if (known.size === mostKnown) known.clear();
    const tokens = count(text);
    known.set(digest, tokens);
    return tokens;
  };
}

/**
 * Loads the tokenizer of OpenAI's models since GPT-4o (o200k_base). It stands for all providers: those that publish none are nearer to it
 * than to any guess by length. Takes some 70 MB and a third of a second, so only those who need it should ask.
 */
export async function loadTokenizer(): Promise<CountTokens> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  // What looks like a control token is text like any other here.
  const plain = { disallowedSpecial: new Set<string>() };
  const counted = onceEach((text) =>
    (text.match(pieces) ?? []).reduce((sum, piece) => sum + countTokens(piece, plain), 0),
  );
  return (text) => {
    if (text.length <= longestCounted) return counted(text);
    const half = longestCounted / 2;
    const sample = counted(text.slice(0, half)) + counted(text.slice(-half));
    return Math.ceil((sample * text.length) / longestCounted);
  };
}
