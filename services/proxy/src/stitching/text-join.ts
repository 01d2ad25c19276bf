/** Joins a text that was sent and the one that was written to go on from it. */
export type TextJoin = {
  /** What of the continuation may go out now that this piece of it has come. */
  take(piece: string): string;
  /** The continuation is over: what was held back and is no repetition. */
  end(): string;
};

/** So much of what was sent is compared, and so much of the continuation is held back at most, and as much white space before it. Letters. */
export const windowLetters = 1000;
/** What is shorter may stand twice because it is meant to. Letters. */
export const leastLetters = 12;
/** The same where all that was sent stands there again: the model has started over. Letters. */
export const leastWhole = 5;

/**
 * Models like to begin with the last words of what they are to continue. A beginning that repeats the end of `sent` is left out; as long as
 * it may still become one, it is held back. White space before it is no part of the comparison.
 */
export function createTextJoin(sent: string): TextJoin {
  const tail = sent.slice(-windowLetters).trimStart();
  const least = Math.min(leastLetters, Math.max(leastWhole, tail.length));
  let held = '';
  let isJoined = tail.length < least;
  const join = (): string => {
    isJoined = true;
    const text = held.trimStart();
    const repeated = repeatedLetters(tail, text, least);
    return repeated === 0 ? held : text.slice(repeated);
  };
  return {
    take(piece) {
      if (isJoined) return piece;
      held += piece;
      const text = held.trimStart();
      return held.length - text.length < windowLetters && mayRepeat(tail, text, least) ? '' : join();
    },
    end: () => (isJoined ? '' : join()),
  };
}

/** Whether more of the continuation may make its beginning a repetition, or a longer one. */
function mayRepeat(tail: string, text: string, least: number): boolean {
  for (let at = tail.length - Math.max(least, text.length + 1); at >= 0; at -= 1)
    if (tail.startsWith(text, at)) return true;
  return false;
}

/** How many letters at the beginning of `text` repeat the end of the tail. */
function repeatedLetters(tail: string, text: string, least: number): number {
  for (let length = Math.min(tail.length, text.length); length >= least; length -= 1)
    if (text.startsWith(tail.slice(-length)) && !isHabit(tail, length)) return length;
  return 0;
}

/** Whether the text repeats itself there anyway, as rules, tables and refrains do: then the continuation may be meant to as well. */
function isHabit(tail: string, length: number): boolean {
  const end = tail.slice(-length);
  if (tail.endsWith(end + end)) return true;
  for (let period = 1; period <= length / 2; period += 1) if (end.startsWith(end.slice(period))) return true;
  return false;
}
