import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { joined } from './joined.ts';

/** A body as it comes. */
export type Bytes = AsyncIterable<Buffer>;

/** We ask for `identity`; some servers compress all the same. `undefined`: an encoding that nobody announced. */
export function decoded(body: Bytes, encoding: string | undefined): Bytes | undefined {
  switch (encoding?.trim().toLowerCase() ?? 'identity') {
    case '':
    case 'identity':
      return body;
    case 'gzip':
    case 'x-gzip':
      return through(body, createGunzip());
    case 'deflate':
      return through(body, createInflate());
    case 'br':
      return through(body, createBrotliDecompress());
    default:
      return undefined;
  }
}

function through(body: Bytes, decoder: ReturnType<typeof createGunzip>): Bytes {
  // Whoever reads meets the error, too.
  pipeline(Readable.from(body), decoder).catch(() => undefined);
  return decoder;
}

/** The whole body as text. `tooLarge` is called at the first byte beyond `mostBytes`. */
export async function readText(body: Bytes, mostBytes: number, tooLarge: () => void): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > mostBytes) {
      tooLarge();
      break;
    }
    chunks.push(chunk);
  }
  return joined(chunks).toString('utf8');
}

/**
 * As much of a refusal as comes whole within bounds: one that is broken, endless or stalls is known by its status all the same. Never
 * throws.
 */
export async function readRefusal(body: Bytes, most: { readonly bytes: number; readonly ms: number }): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  const reads = body[Symbol.asyncIterator]();
  const { promise: late, resolve: giveUp } = Promise.withResolvers<undefined>();
  const timer = setTimeout(giveUp, most.ms, undefined);
  try {
    while (size <= most.bytes) {
      const read = await Promise.race([reads.next(), late]);
      if (read === undefined || read.done === true) break;
      chunks.push(read.value);
      size += read.value.length;
    }
  } catch {
    // What has come so far is all there is.
  } finally {
    clearTimeout(timer);
    void reads.return?.().catch(() => undefined);
  }
  return joined(chunks).toString('utf8');
}

/** Header names are lower-case; repeated ones are joined. */
export function plainHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value !== undefined) plain[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return plain;
}
