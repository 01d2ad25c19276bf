import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';
const keyBytes = 32;

/** A new secret as its receiver gets it: `whsec_` and 32 random bytes in base64. */
export const newWebhookSecret = (): string => `${prefix}${randomBytes(keyBytes).toString('base64')}`;

/** One message as it is signed; its id has no dot, which separates the parts. */
export type SignedParts = { readonly id: string; readonly timestampSeconds: number; readonly body: string };

/**
 * The headers by which the receiver knows that a message is ours and new.
 *
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signatureHeaders(secret: string, { id, timestampSeconds, body }: SignedParts): Record<string, string> {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestampSeconds}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(timestampSeconds), 'webhook-signature': `v1,${signature}` };
}
