import type { ChatBody } from './chat.ts';

/** Where something stands: the index of its first byte and of the first one behind it. */
export type Span = readonly [from: number, to: number];

/**
 * A client's own bytes, and where in them the parts of its body stand: what goes to a server of the same dialect as it came need not be
 * written anew. Nobody changes a body or a message in place, so a part that is the same object is the same text.
 */
export type WrittenBody = {
  /** UTF-8. */
  readonly bytes: Buffer;
  /** What the bytes were read as. */
  readonly body: ChatBody;
  /** Of the body's members those that are objects or lists. */
  readonly members: ReadonlyMap<string, Span>;
  /** One for each message. */
  readonly messages: readonly Span[];
};

/** A client's own bytes, for the first who asks: nobody holds them while a provider thinks. Who asks later writes anew. */
export class WrittenOnce {
  #body: WrittenBody | undefined;

  constructor(body: WrittenBody) {
    this.#body = body;
  }

  take(): WrittenBody | undefined {
    const body = this.#body;
    this.#body = undefined;
    return body;
  }
}
