import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Body, BodyReader } from './body.ts';

/** We ask for `identity`; some servers compress all the same. `undefined`: an encoding that nobody announced. */
export function unpacked(body: Body, encoding: string | undefined): Body | undefined {
  switch (encoding?.trim().toLowerCase() ?? 'identity') {
    case '':
    case 'identity':
      return body;
    case 'gzip':
    case 'x-gzip':
      return new Unpacked(body, createGunzip());
    case 'deflate':
      return new Unpacked(body, createInflate());
    case 'br':
      return new Unpacked(body, createBrotliDecompress());
    default:
      return undefined;
  }
}

/** Stands between a packed body, which it reads, and whoever reads it unpacked. */
class Unpacked implements Body, BodyReader {
  readonly #packed: Body;
  readonly #unpacker: Transform;

  constructor(packed: Body, unpacker: Transform) {
    this.#packed = packed;
    this.#unpacker = unpacker;
  }

  readBy(reader: BodyReader): void {
    let taken = Promise.resolve(true);
    // Its end comes when what was given before is taken, and only to who wants it.
    const end = (error?: Error): void =>
      void taken.then((wantsMore) => {
        if (wantsMore) reader.end(error);
      });
    this.#unpacker
      .on('data', (bytes: Buffer) => {
        this.#unpacker.pause();
        taken = Promise.resolve(reader.take(bytes));
        void taken.then((wantsMore) => {
          if (wantsMore) this.#unpacker.resume();
          else this.leave();
        });
      })
      .on('end', () => end())
      .on('error', end);
    this.#packed.readBy(this);
  }

  leave(): void {
    this.#unpacker.destroy();
    this.#packed.leave();
  }

  take(bytes: Buffer): Promise<boolean> {
    return new Promise((resolve) => {
      this.#unpacker.write(bytes, (error) => resolve(error === undefined || error === null));
    });
  }

  end(error?: Error): void {
    if (error === undefined) this.#unpacker.end();
    else this.#unpacker.destroy(error);
  }
}
