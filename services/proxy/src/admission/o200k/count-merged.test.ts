import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMergedCounter } from './count-merged.ts';
import { indexTokens } from './ranks.ts';

/** The definition: again and again the first pair of the lowest rank becomes one. */
function mergeOneByOne(tokens: readonly string[], text: string): number {
  const parts = text.split('');
  for (;;) {
    const ranks = parts.slice(1).map((part, at) => tokens.indexOf(`${parts[at]}${part}`));
    const known = ranks.filter((rank) => rank !== -1);
    if (known.length === 0) return parts.length;
    const at = ranks.indexOf(Math.min(...known));
    parts.splice(at, 2, `${parts[at]}${parts[at + 1]}`);
  }
}

const word = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength, maxLength });

it('merges as many as the definition does, whatever the tokens are', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word(2, 6), { maxLength: 40 }), fc.array(word(0, 60)), (longer, texts) => {
      const tokens = ['a', 'b', 'c', ...longer];
      const ends = tokens.map((_, rank) => tokens.slice(0, rank + 1).join('').length);
      const count = createMergedCounter(indexTokens(Buffer.from(tokens.join('')), Uint32Array.from([0, ...ends])));
      for (const text of texts)
        expect(count(Buffer.from(`-${text}-`), 1, text.length + 1)).toBe(mergeOneByOne(tokens, text));
    }),
  );
});
