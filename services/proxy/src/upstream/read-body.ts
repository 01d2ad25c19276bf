import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** We ask for `identity`; some servers compress all the same. `undefined`: an encoding that nobody announced. */
export function decoded(body: Readable, encoding: string | undefined): Readable | undefined {
  switch (encoding?.trim().toLowerCase() ?? 'identity') {
    case '':
    case 'identity':
      return body;
    case 'gzip':
    case 'x-gzip':
      return pipe(body, createGunzip());
    case 'deflate':
      return pipe(body, createInflate());
    case 'br':
      return pipe(body, createBrotliDecompress());
    default:
      return undefined;
  }
}

function pipe(body: Readable, through: ReturnType<typeof createGunzip>): Readable {
  body.on('error', (error) => through.destroy(error));
  return body.pipe(through);
}

/** The whole body as text. `tooLarge` is called at the first byte beyond `mostBytes`. */
export function readText(body: Readable, mostBytes: number, tooLarge: () => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    body.on('data', (chunk: Uint8Array) => {
      size += chunk.length;
      if (size > mostBytes) tooLarge();
      else chunks.push(chunk);
    });
    body.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    body.once('error', reject);
    body.once('close', () => body.readableEnded || reject(new Error('The answer broke off.')));
  });
}

/**
 * As much of a refusal as comes whole within bounds: one that is broken, endless or stalls is known by its status all the same. Never
 * throws.
 */
export async function readRefusal(
  body: Readable,
  most: { readonly bytes: number; readonly ms: number },
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const timer = setTimeout(() => body.destroy(), most.ms);
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > most.bytes) break;
    }
  } catch {
    // What has come so far is all there is.
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The bytes as they come, until there are too many of them. */
export async function* capped(
  body: AsyncIterable<Uint8Array>,
  mostBytes: number,
  tooLarge: () => void,
): AsyncIterable<Uint8Array> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > mostBytes) return tooLarge();
    yield chunk;
  }
}

/** Header names are lower-case; repeated ones are joined. */
export function plainHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) plain[name] = Array.isArray(value) ? value.join(', ') : value;
  return plain;
}
