/**
 * Text from UTF-8 that comes in reads, cut anywhere, and is the same as if it had come in one. Node.js's `StringDecoder` does this too, with
 * a buffer of its own for every stream that is open.
 */
export class Utf8Text {
  /** The first bytes of a character whose last has not come. */
  #begun: Uint8Array | undefined;

  take(read: Buffer): string {
    const bytes = this.#begun === undefined ? read : Buffer.concat([this.#begun, read]);
    const whole = bytes.length - begunAtEnd(bytes);
    // A copy: a part of the read would keep the whole of it.
    this.#begun = whole === bytes.length ? undefined : new Uint8Array(bytes.subarray(whole));
    return bytes.toString('utf8', 0, whole);
  }

  /** What is left when no more comes. */
  end(): string {
    const begun = this.#begun;
    this.#begun = undefined;
    return begun === undefined ? '' : Buffer.from(begun).toString('utf8');
  }
}

/** How many bytes at the end begin a character and are not all of it (RFC 3629, section 3). */
function begunAtEnd(bytes: Buffer): number {
  for (let length = 1; length < 4; length += 1) {
    const byte = bytes[bytes.length - length];
    if (byte === undefined || byte < 0x80) return 0;
    if (byte >= 0xc0) return length < lengthAfter(byte) ? length : 0;
  }
  return 0;
}

const lengthAfter = (firstByte: number): number => (firstByte >= 0xf0 ? 4 : firstByte >= 0xe0 ? 3 : 2);
