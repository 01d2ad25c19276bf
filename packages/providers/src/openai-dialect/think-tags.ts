/** A piece of content, parted into what was thought and what is said. */
export type Parted = { readonly reasoning: string; readonly text: string };

/** Parts content as it comes. */
export type ThinkTags = { push(piece: string): Parted; end(): Parted };

const opening = '<think>';
const closing = '</think>';

/**
 * Open models write their thinking before the answer, between `<think>` and `</think>`; a server without a parser for it sends both as content.
 * The tags may be cut anywhere. Content that does not begin with the tag is passed as it is.
 */
export function createThinkTags(): ThinkTags {
  let state: 'undecided' | 'thinking' | 'after' | 'answer' = 'undecided';
  /** White space before everything else, which the tag may follow. */
  let blank = '';
  let held = '';

  function decide(piece: string): Parted {
    const content = held === '' ? piece.trimStart() : held + piece;
    if (held === '') blank += piece.slice(0, piece.length - content.length);
    held = content;
    if (content.startsWith(opening)) {
      state = 'thinking';
      blank = '';
      held = '';
      return think(content.slice(opening.length));
    }
    if (opening.startsWith(content)) return { reasoning: '', text: '' };
    state = 'answer';
    return { reasoning: '', text: flush() };
  }

  /** What may be the beginning of the closing tag is held back. */
  function think(piece: string): Parted {
    held += piece;
    const end = held.indexOf(closing);
    if (end !== -1) {
      const reasoning = held.slice(0, end);
      const rest = held.slice(end + closing.length);
      held = '';
      state = 'after';
      return { reasoning, text: beginAnswer(rest) };
    }
    let kept = Math.min(held.length, closing.length - 1);
    while (!closing.startsWith(held.slice(held.length - kept))) kept -= 1;
    const reasoning = held.slice(0, held.length - kept);
    held = held.slice(held.length - kept);
    return { reasoning, text: '' };
  }

  /** The blank lines between the thinking and the answer belong to neither. */
  function beginAnswer(piece: string): string {
    const text = piece.trimStart();
    if (text !== '') state = 'answer';
    return text;
  }

  function flush(): string {
    const text = blank + held;
    blank = '';
    held = '';
    return text;
  }

  return {
    push(piece) {
      switch (state) {
        case 'undecided':
          return decide(piece);
        case 'thinking':
          return think(piece);
        case 'after':
          return { reasoning: '', text: beginAnswer(piece) };
        case 'answer':
          return { reasoning: '', text: piece };
      }
    },
    end: () => (state === 'thinking' ? { reasoning: flush(), text: '' } : { reasoning: '', text: flush() }),
  };
}
