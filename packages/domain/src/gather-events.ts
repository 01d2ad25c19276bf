import type { AnswerEvent } from './answer-event.ts';

/** A piece of text becomes no longer than this by others: letters. */
const longEnough = 256;

/**
 * Events that are kept until they are wanted, with the pieces of one text put together. A stream brings it a few letters at a time, and kept
 * as they come they take tens of times the memory of the text.
 */
export class Gathering {
  readonly #whole: AnswerEvent[] = [];
  /** What further pieces of the same text are added to. */
  #open: Piece | undefined;
  #texts: string[] = [];
  #letters = 0;

  add(events: readonly AnswerEvent[]): void {
    for (const event of events) this.#addOne(event);
  }

  /** All of them, in their order. */
  all(): readonly AnswerEvent[] {
    this.#close();
    return this.#whole;
  }

  #addOne(event: AnswerEvent): void {
    if (!isPiece(event)) {
      this.#close();
      this.#whole.push(event);
      return;
    }
    if (this.#open !== undefined && (this.#letters >= longEnough || !isOfOneText(this.#open, event))) this.#close();
    this.#open ??= event;
    const text = textOf(event);
    this.#texts.push(text);
    this.#letters += text.length;
  }

  #close(): void {
    if (this.#open === undefined) return;
    this.#whole.push(this.#texts.length === 1 ? this.#open : withText(this.#open, this.#texts.join('')));
    this.#open = undefined;
    this.#texts = [];
    this.#letters = 0;
  }
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
