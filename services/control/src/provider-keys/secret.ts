import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';

/** What a secret may be, wherever it is entered: 1 to 4096 visible ASCII characters. */
export const secretForm = /^[\x21-\x7e]{1,4096}$/;

const hintFrom = 12;

/** The last four characters; `null` below twelve, where they would be a third of the secret or more. */
export const hintOf = (secret: string): string | null => (secret.length < hintFrom ? null : secret.slice(-4));

const slowHash = promisify<string, string, number, { N: number; r: number; p: number }, Buffer>(scrypt);

/**
 * By which the same secret for the same address is recognised. Independent of the master key, so that it outlives every rotation;
 * slow (about 10 ms), because a hint is stored beside it and operators of local servers choose short secrets.
 */
export async function fingerprintOf(address: string, secret: string): Promise<string> {
  const hash = await slowHash(secret, `palimpsest provider key|${address}`, 32, { N: 4096, r: 8, p: 1 });
  return hash.toString('base64url');
}
