import { type CipherKey, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const authTagLength = 16;

/** AES-256-GCM: nonce (12 bytes), ciphertext, tag (16 bytes). `context` is authenticated, not stored. */
export function lock(key: CipherKey, plain: Uint8Array, context: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength });
  cipher.setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** The plain bytes, or `undefined` where key, context or any byte is not what it was when it was locked. */
export function unlock(key: CipherKey, box: Uint8Array, context: string): Buffer | undefined {
  if (box.length < nonceBytes + authTagLength) return undefined;
  const decipher = createDecipheriv(algorithm, key, box.subarray(0, nonceBytes), { authTagLength });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(box.subarray(-authTagLength));
  const head = decipher.update(box.subarray(nonceBytes, -authTagLength));
  try {
    return Buffer.concat([head, decipher.final()]);
  } catch {
    return undefined;
  }
}
