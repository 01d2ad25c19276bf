import type { LogPlace } from '@palimpsest/state';

/** The place after which the next page starts, in a form that tells callers nothing. */
export const encodeCursor = ({ atMs, request }: LogPlace): string =>
  Buffer.from(`${atMs} ${request}`).toString('base64url');

/** `undefined` where the text is no cursor of ours. */
export function decodeCursor(cursor: string): LogPlace | undefined {
  const match = /^(\d{1,15}) (req_\w{1,64})$/.exec(Buffer.from(cursor, 'base64url').toString());
  const [, atMs, request] = match ?? [];
  return atMs === undefined || request === undefined ? undefined : { atMs: Number(atMs), request };
}
