import type { Dispatcher } from 'undici';
import { joined } from './joined.ts';
import { Stopped } from './watchdog.ts';

type Read = IteratorResult<Buffer, undefined>;

/** More than this is not taken from the connection ahead of the reader, bytes. */
const mostAhead = 64 * 1024;
const arrived = Promise.resolve();

/** What is left of an answer that nobody wants is taken for so long and so many bytes: a short rest leaves the connection usable. */
const rest = { ms: 1000, bytes: 64 * 1024 };

/**
 * The bytes of one answer, to be read once. What came since the last read is read at once: a connection often brings many frames together.
 * Undici's own stream does this too, for a third of the time that a whole call takes in undici, and what hangs together in it survives one
 * collection of garbage after the other.
 */
export class ResponseBody implements AsyncIterableIterator<Buffer, undefined> {
  readonly #controller: Dispatcher.DispatchController;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #ended = false;
  #error: Error | undefined;
  #wake: (() => void) | undefined;
  #unwanted: NodeJS.Timeout | undefined;

  constructor(controller: Dispatcher.DispatchController) {
    this.#controller = controller;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Rejects with what the answer failed with, when all that came before is read. */
  next(): Promise<Read> {
    const news =
      this.#chunks.length > 0 || this.#ended
        ? arrived
        : new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
    return news.then(() => this.#read());
  }

  /** What has come meanwhile. */
  #read(): Read {
    const chunks = this.#chunks;
    if (chunks.length === 0) {
      if (this.#error !== undefined) throw this.#error;
      return { done: true, value: undefined };
    }
    this.#chunks = [];
    this.#bytes = 0;
    this.#controller.resume();
    return { done: false, value: joined(chunks) };
  }

  /** Reads no more of it. */
  async return(): Promise<Read> {
    if (!this.#ended && this.#error === undefined && this.#unwanted === undefined) {
      this.#unwanted = setTimeout(() => this.#controller.abort(new Stopped('CLIENT_GONE')), rest.ms).unref();
      this.#chunks = [];
      this.#bytes = 0;
      this.#controller.resume();
    }
    return { done: true, value: undefined };
  }

  /** For who receives it: the next bytes. */
  push(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#unwanted !== undefined) {
      if (this.#bytes > rest.bytes) this.#controller.abort(new Stopped('CLIENT_GONE'));
      return;
    }
    this.#chunks.push(chunk);
    if (this.#bytes >= mostAhead) this.#controller.pause();
    this.#woken();
  }

  /** For who receives it: it has ended, well or in an error. */
  end(error?: Error): void {
    clearTimeout(this.#unwanted);
    this.#ended = true;
    this.#error = error;
    this.#woken();
  }

  #woken(): void {
    this.#wake?.();
    this.#wake = undefined;
  }
}
