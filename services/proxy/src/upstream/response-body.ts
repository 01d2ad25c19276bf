import type { Dispatcher } from 'undici';
import type { Body, BodyReader } from './body.ts';
import { joined } from './joined.ts';
import { Stopped } from './watchdog.ts';

/** More than this is not taken from the connection ahead of the reader, bytes. */
const mostAhead = 64 * 1024;

/** What is left of an answer that nobody wants is taken for so long and so many bytes: a short rest leaves the connection usable. */
const rest = { ms: 1000, bytes: 64 * 1024 };

const atTheEndOfThisTurn = Promise.resolve();

/**
 * The bytes of one answer. What comes in one turn is handed over together: a connection often brings many frames at once. Undici's own
 * stream does this too, for a third of the time that a whole call takes in undici, and what hangs together in it survives one collection of
 * garbage after the other.
 */
export class ResponseBody implements Body {
  readonly #controller: Dispatcher.DispatchController;
  #reader: BodyReader | undefined;
  /** What has come since the reader was given something. */
  #chunks: Buffer[] | undefined;
  #bytes = 0;
  /** The reader will look for more: at the end of this turn, or when it is done with what it has. */
  #isDue = false;
  #hasEnded = false;
  #error: Error | undefined;
  #unwanted: NodeJS.Timeout | undefined;

  constructor(controller: Dispatcher.DispatchController) {
    this.#controller = controller;
  }

  readBy(reader: BodyReader): void {
    this.#reader = reader;
    this.#handOverSoon();
  }

  leave(): void {
    this.#reader = undefined;
    this.#taken();
    if (this.#hasEnded || this.#unwanted !== undefined) return;
    this.#unwanted = setTimeout(() => this.#controller.abort(new Stopped('CLIENT_GONE')), rest.ms).unref();
    this.#controller.resume();
  }

  /** For who receives it: the next bytes. */
  push(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#unwanted !== undefined) {
      if (this.#bytes > rest.bytes) this.#controller.abort(new Stopped('CLIENT_GONE'));
      return;
    }
    if (this.#chunks === undefined) this.#chunks = [chunk];
    else this.#chunks.push(chunk);
    if (this.#bytes >= mostAhead) this.#controller.pause();
    this.#handOverSoon();
  }

  /** For who receives it: it has ended, well or in an error. */
  end(error?: Error): void {
    clearTimeout(this.#unwanted);
    this.#hasEnded = true;
    this.#error = error;
    this.#handOverSoon();
  }

  #handOverSoon(): void {
    if (this.#isDue || this.#reader === undefined) return;
    this.#isDue = true;
    void atTheEndOfThisTurn.then(() => this.#handOver());
  }

  #handOver(): void {
    const chunks = this.#taken();
    if (chunks === undefined) {
      this.#isDue = false;
      if (this.#hasEnded) this.#reader?.end(this.#error);
      return;
    }
    this.#controller.resume();
    const wantsMore = this.#reader?.take(joined(chunks)) ?? false;
    if (typeof wantsMore === 'boolean') this.#goOn(wantsMore);
    else void wantsMore.then((more) => this.#goOn(more));
  }

  #goOn(wantsMore: boolean): void {
    this.#isDue = false;
    if (!wantsMore) this.leave();
    else if (this.#chunks !== undefined || this.#hasEnded) this.#handOverSoon();
  }

  /** What waits for the reader, which then does no more. */
  #taken(): Buffer[] | undefined {
    const chunks = this.#chunks;
    this.#chunks = undefined;
    this.#bytes = 0;
    return chunks;
  }
}
