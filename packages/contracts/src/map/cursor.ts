/**
 * Goes through the bytes of a message from front to back (protobuf.dev, "Encoding"). The library's reader makes two objects for each message
 * and decodes text byte by byte, which is most of the work where messages are small. Bytes that are cut short leave `at` behind their end.
 */
export class Cursor {
  readonly bytes: Buffer;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** A tag, a length or a flag: a number of at most 28 bits. */
  number(): number {
    let number = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.at] ?? 0;
      this.at += 1;
      number |= (byte & 0x7f) << shift;
      if (byte < 0x80 || shift === 21) return number;
    }
  }

  /** Where what follows ends, by the length in front of it. */
  end(): number {
    const length = this.number();
    return this.at + length;
  }

  text(): string {
    const end = this.end();
    const text = this.bytes.toString('utf8', this.at, end);
    this.at = end;
    return text;
  }
}
