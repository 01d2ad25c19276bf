import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { remembered } from '@palimpsest/domain';
import type { CountTokens } from './estimate.ts';
import { createTokenCounter } from './o200k/count-tokens.ts';
import { rankFile } from './o200k/rank-file.ts';
import { readRanks } from './o200k/read-ranks.ts';

/** Characters that are counted exactly; of longer texts the head and the tail stand for the whole. */
export const longestCounted = 8192;

/** Texts whose tokens are known. */
const mostKnown = 10_000;

/**
 * Counts a text once: a conversation sends its history again with every turn, and many begin with the same words. Texts are known by their
 * digest, so that none is kept.
 */
const onceEach = (count: CountTokens): CountTokens =>
  remembered(mostKnown, (text: string) => hash('sha256', text, 'base64'), count);

/**
 * Loads the tokenizer of OpenAI's models since GPT-4o (o200k_base). It stands for all providers: those that publish none are nearer to it
 * than to any guess by length. Takes some 9 MB and less than a tenth of a second, so only those who need it should ask.
 */
export async function loadTokenizer(): Promise<CountTokens> {
  const file = await readFile(rankFile());
  const counted = onceEach(createTokenCounter(readRanks(file)));
  // So large a file has a memory of its own; it would lie about until V8 next looks for garbage, which a proxy that waits does not make.
  file.buffer.transfer(0);
  return (text) => {
    if (text.length <= longestCounted) return counted(text);
    const half = longestCounted / 2;
    const sample = counted(text.slice(0, half)) + counted(text.slice(-half));
    return Math.ceil((sample * text.length) / longestCounted);
  };
}
