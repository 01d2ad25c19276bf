import type { AnswerEvent } from './answer-event.ts';

/** Events that are kept until they are wanted. */
export type Gathering = {
  add(events: readonly AnswerEvent[]): void;
  /** All of them, in their order. */
  all(): readonly AnswerEvent[];
};

/** A piece of text becomes no longer than this by others: letters. */
const longEnough = 256;

/**
 * Puts the pieces of one text together. A stream brings it a few letters at a time, and kept as they come they take tens of times the memory
 * of the text.
 */
export function createGathering(): Gathering {
  const whole: AnswerEvent[] = [];
  let open: Piece | undefined;
  let texts: string[] = [];
  let letters = 0;

  const close = (): void => {
    if (open === undefined) return;
    whole.push(texts.length === 1 ? open : withText(open, texts.join('')));
    open = undefined;
    texts = [];
    letters = 0;
  };
  const addOne = (event: AnswerEvent): void => {
    if (!isPiece(event)) {
      close();
      whole.push(event);
      return;
    }
    if (open !== undefined && (letters >= longEnough || !isOfOneText(open, event))) close();
    open ??= event;
    const text = textOf(event);
    texts.push(text);
    letters += text.length;
  };
  return {
    add: (events) => events.forEach(addOne),
    all() {
      close();
      return whole;
    },
  };
}

type Piece = Extract<
  AnswerEvent,
  { readonly type: 'text-delta' | 'reasoning-delta' | 'refusal-delta' | 'tool-call-delta' }
>;

const isPiece = (event: AnswerEvent): event is Piece =>
  event.type === 'text-delta' ||
  event.type === 'reasoning-delta' ||
  event.type === 'refusal-delta' ||
  event.type === 'tool-call-delta';

const textOf = (piece: Piece): string => (piece.type === 'tool-call-delta' ? piece.arguments : piece.text);

const withText = (piece: Piece, text: string): Piece =>
  piece.type === 'tool-call-delta' ? { ...piece, arguments: text } : { ...piece, text };

const isOfOneText = (a: Piece, b: Piece): boolean =>
  a.type === b.type &&
  a.choice === b.choice &&
  (a.type !== 'tool-call-delta' || (b.type === 'tool-call-delta' && a.index === b.index));
