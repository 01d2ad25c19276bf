import type { DecodedAnswer, StreamDecoder } from '@palimpsest/providers';
import type { Body, BodyReader } from './body.ts';

/** Who takes the events of a streamed answer. */
export type EventTaker = {
  /** What came last has completed these. A promise is waited for before anything else comes. */
  take(events: readonly DecodedAnswer[]): Promise<void> | undefined;
  /** The body has become larger than it may be: the rest of it is not read. */
  tooLarge(): unknown;
};

/** Reads a streamed answer to its end, or to a failure in it. Rejects where `taker` does. */
export const readStream = (body: Body, decoder: StreamDecoder, mostBytes: number, taker: EventTaker): Promise<void> =>
  new Promise((resolve, reject) => {
    body.readBy(new StreamReading(decoder, mostBytes, taker, { resolve, reject }));
  });

type Waiting = { resolve(): void; reject(mistake: unknown): void };

class StreamReading implements BodyReader {
  readonly #decoder: StreamDecoder;
  readonly #taker: EventTaker;
  readonly #waiting: Waiting;
  /** How many more bytes there may be. */
  #room: number;

  constructor(decoder: StreamDecoder, mostBytes: number, taker: EventTaker, waiting: Waiting) {
    this.#decoder = decoder;
    this.#room = mostBytes;
    this.#taker = taker;
    this.#waiting = waiting;
  }

  take(bytes: Buffer): boolean | Promise<boolean> {
    this.#room -= bytes.length;
    if (this.#room >= 0) return this.#pass(() => this.#decoder.take(bytes));
    this.#taker.tooLarge();
    this.end();
    return false;
  }

  end(error?: Error): void {
    void Promise.resolve(this.#pass(() => this.#decoder.end(error))).then(() => this.#waiting.resolve());
  }

  /** Hands on what is decoded. Whether there is more to read; a mistake on the way is for who waits for the end. */
  #pass(decode: () => readonly DecodedAnswer[]): boolean | Promise<boolean> {
    try {
      const events = decode();
      const passed = events.length === 0 ? undefined : this.#taker.take(events);
      if (passed === undefined) return this.#goesOn();
      return passed.then(
        () => this.#goesOn(),
        (mistake: unknown) => this.#fail(mistake),
      );
    } catch (mistake) {
      return this.#fail(mistake);
    }
  }

  #goesOn(): boolean {
    if (this.#decoder.isOver) this.#waiting.resolve();
    return !this.#decoder.isOver;
  }

  #fail(mistake: unknown): false {
    this.#waiting.reject(mistake);
    return false;
  }
}
