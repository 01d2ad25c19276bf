import type { Bytes } from './read-body.ts';

type Read = IteratorResult<Buffer, undefined>;

/** The bytes as they come, until there are too many of them. A generator would hold each read for as long as the next one is waited for. */
export class CappedBody implements AsyncIterableIterator<Buffer, undefined> {
  readonly #reads: AsyncIterator<Buffer>;
  readonly #mostBytes: number;
  readonly #tooLarge: () => void;
  #bytes = 0;

  /** `tooLarge` is called at the first byte beyond `mostBytes`. */
  constructor(body: Bytes, mostBytes: number, tooLarge: () => void) {
    this.#reads = body[Symbol.asyncIterator]();
    this.#mostBytes = mostBytes;
    this.#tooLarge = tooLarge;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Read> {
    return this.#reads.next().then((read) => {
      if (read.done === true) return { done: true, value: undefined };
      this.#bytes += read.value.length;
      if (this.#bytes <= this.#mostBytes) return read;
      this.#tooLarge();
      return this.return();
    });
  }

  async return(): Promise<Read> {
    await this.#reads.return?.();
    return { done: true, value: undefined };
  }
}
