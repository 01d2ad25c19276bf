import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type DataKey, type Json, parseJson } from '@palimpsest/domain';

const tagLength = 16;
const nonceLength = 12;
const gcm = { authTagLength: tagLength } as const;

/**
 * A JSON value as AES-256-GCM under a data key: the key's id, a zero byte, nonce, ciphertext, tag. `place` is authenticated with it, so
 * that nothing sealed for one session opens in another.
 */
export function seal(value: Json, key: DataKey, place: string): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', key.key, nonce, gcm);
  cipher.setAAD(Buffer.from(`${key.id}|${place}`));
  const box = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.from(`${key.id}\0`), nonce, box, cipher.getAuthTag()]);
}

/** The value, or `undefined` where the data key is gone or the bytes are not what was sealed here. */
export function open(sealed: Buffer, keyOf: (id: string) => DataKey | undefined, place: string): Json | undefined {
  const end = sealed.indexOf(0);
  const key = keyOf(sealed.subarray(0, Math.max(end, 0)).toString('utf8'));
  const box = sealed.subarray(end + 1);
  if (key === undefined || box.length < nonceLength + tagLength) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key.key, box.subarray(0, nonceLength), gcm);
  decipher.setAAD(Buffer.from(`${key.id}|${place}`));
  decipher.setAuthTag(box.subarray(-tagLength));
  try {
    return parseJson(
      Buffer.concat([decipher.update(box.subarray(nonceLength, -tagLength)), decipher.final()]).toString('utf8'),
    );
  } catch {
    return undefined;
  }
}
