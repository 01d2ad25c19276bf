const endOfHead = Buffer.from('\r\n\r\n');
const endOfChunks = Buffer.from('0\r\n\r\n');

/** What came back for one request. */
export type Answer = { readonly status: number; readonly bodyBytes: number };

/**
 * Reads the answers on one connection, one at a time, and costs next to nothing: it looks at the head, then counts. A chunked answer ends
 * where a read ends with the last chunk's mark, which nothing that the bench's upstream sends does in its middle.
 */
export class AnswerReader {
  #head: Buffer = Buffer.alloc(0);
  #status = 0;
  /** Bytes of the body still to come; `undefined`: chunked. */
  #left: number | undefined;
  #tail: Buffer = Buffer.alloc(0);
  #bodyBytes = 0;
  #inBody = false;

  /** Takes what was read; the answer, once it is whole. */
  take(read: Buffer): Answer | undefined {
    if (this.#inBody) return this.#takeBody(read);
    const all = this.#head.length === 0 ? read : Buffer.concat([this.#head, read]);
    const end = all.indexOf(endOfHead);
    if (end === -1) {
      this.#head = all;
      return undefined;
    }
    const head = all.toString('latin1', 0, end);
    this.#head = Buffer.alloc(0);
    this.#status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    this.#left = length === undefined ? undefined : Number(length);
    this.#bodyBytes = 0;
    this.#tail = Buffer.alloc(0);
    this.#inBody = true;
    return this.#takeBody(all.subarray(end + endOfHead.length));
  }

  #takeBody(read: Buffer): Answer | undefined {
    this.#bodyBytes += read.length;
    if (this.#left !== undefined) {
      this.#left -= read.length;
      return this.#left <= 0 ? this.#whole() : undefined;
    }
    const tail = read.length >= endOfChunks.length ? read : Buffer.concat([this.#tail, read]);
    this.#tail = tail.subarray(Math.max(0, tail.length - endOfChunks.length));
    return this.#tail.equals(endOfChunks) ? this.#whole() : undefined;
  }

  #whole(): Answer {
    this.#inBody = false;
    return { status: this.#status, bodyBytes: this.#bodyBytes };
  }
}
