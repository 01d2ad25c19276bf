import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTextJoin, leastLetters, leastWhole, windowLetters } from './text-join.ts';

/** The continuation as it goes out, when it comes in these pieces. */
function joined(sent: string, pieces: readonly string[]): string {
  const join = createTextJoin(sent);
  return pieces.map((piece) => join.take(piece)).join('') + join.end();
}

/** Words that occur once each, so that only what is repeated on purpose is a repetition. */
const words = (from: number, count: number): string =>
  Array.from({ length: count }, (_, index) => `w${((from + index) * 7919).toString(36)}`).join(' ');
const anyText = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '-', 'é', '語'), maxLength: 60 });
const anyPieces = fc.array(anyText, { maxLength: 8 });

describe('two joined texts', () => {
  it('lose the words that the second repeats of the end of the first, however it is cut into pieces', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 4, max: 300 }),
        fc.integer({ min: leastLetters, max: windowLetters }),
        fc.constantFrom('', ' ', '\n\n'),
        fc.integer({ min: 1, max: 40 }),
        (count, letters, space, every) => {
          const sent = words(1, count);
          fc.pre(sent.length >= leastLetters);
          const repeated = sent.slice(-letters).trimStart();
          fc.pre(repeated.length >= leastLetters);
          const rest = ` ${words(1000, 5)}`;
          const continuation = `${space}${repeated}${rest}`;
          const pieces = continuation.match(new RegExp(`[^]{1,${every}}`, 'g')) ?? [];
          expect(joined(sent, pieces)).toBe(rest);
        },
      ),
    );
  });

  it('lose nothing else: what goes out is the end of the second, and what is left out stood at the end of the first', () => {
    fc.assert(
      fc.property(anyText, anyPieces, (sent, pieces) => {
        const whole = pieces.join('');
        const out = joined(sent, pieces);
        expect(whole.endsWith(out)).toBe(true);
        const left = whole.slice(0, whole.length - out.length).trimStart();
        const isWhole = left === sent.trimStart() && left.length >= leastWhole;
        expect(left === '' || left.length >= leastLetters || isWhole).toBe(true);
        expect(sent.endsWith(left)).toBe(true);
      }),
    );
  });

  it('are the same however the second is cut into pieces', () => {
    fc.assert(
      fc.property(anyText, anyPieces, (sent, pieces) => {
        expect(joined(sent, pieces)).toBe(joined(sent, [pieces.join('')]));
      }),
    );
  });

  it('wait for no more than a window of the second', () => {
    const sent = words(1, 2000);
    const join = createTextJoin(sent);
    const shown = join.take(sent.slice(-windowLetters)) + join.take(' and on');
    expect(shown).toBe(' and on');
    const stuck = createTextJoin(sent);
    const spaces = ' '.repeat(windowLetters);
    expect(stuck.take(spaces)).toBe(spaces);
  });

  it('lose a repetition as long as the window, though white space stands before it', () => {
    const sent = words(1, 2000);
    for (const letters of [windowLetters - 1, windowLetters])
      expect(joined(sent, `\n\n${sent.slice(-letters).trimStart()} and on`.split(''))).toBe(' and on');
  });

  it('show a continuation that repeats nothing from its first letter on', () => {
    const join = createTextJoin('The quick brown fox jumps over the lazy dog');
    expect(join.take(',')).toBe(',');
    expect(join.take(' and')).toBe(' and');
  });

  it.each([
    ['a short word twice', 'He said that that', ' that was all'],
    ['the first word twice', 'Ha, ', 'Ha, ha!'],
    ['the end of a beginning', 'Sure, here', 'here it is'],
    ['the rest of a rule', `| a | b |\n|${'-'.repeat(30)}`, `${'-'.repeat(30)}|`],
    ['a refrain', 'Row your boat, gently.\nRow your boat, gently.\n', 'Row your boat, gently.\nMerrily'],
    ['rows of equal numbers', '0, 0, 0, 0, 0, 0, 0, 0, ', '0, 0, 0, 0, 0, 0, 0, 0]'],
    ['the beginning of a repetition that ends early', 'one two three four five', 'two three fo'],
  ])('keep %s', (_, sent, continuation) => {
    expect(joined(sent, continuation.split(''))).toBe(continuation);
  });

  it('end where the first did when the second is a repetition and no more', () => {
    expect(joined('It is late. The shop is closed now.', ['The shop is', ' closed now.'])).toBe('');
  });

  it('are the second alone where that starts over after a few words', () => {
    expect(joined('Sure, here', ['Sure', ', here it is'])).toBe(' it is');
  });
});
