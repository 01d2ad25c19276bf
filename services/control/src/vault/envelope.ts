/**
 * A sealed secret as text: `v1.<key id>.<wrapped>.<box>`. The secret lies in the box under a data key of its own, and that key is
 * wrapped under the master key with this id, so that another master key means wrapping anew and never touching the box.
 */
export type Envelope = { readonly keyId: string; readonly wrapped: Buffer; readonly box: Buffer };

export const writeEnvelope = ({ keyId, wrapped, box }: Envelope): string =>
  `v1.${keyId}.${wrapped.toString('base64url')}.${box.toString('base64url')}`;

export function readEnvelope(text: string): Envelope | undefined {
  const match = /^v1\.([0-9a-f]{8})\.([\w-]+)\.([\w-]+)$/.exec(text);
  if (match === null) return undefined;
  const [, keyId = '', wrapped = '', box = ''] = match;
  return { keyId, wrapped: Buffer.from(wrapped, 'base64url'), box: Buffer.from(box, 'base64url') };
}

/** Stands where a secret was before a rotation that forgot it. */
export const forgotten = '';

/** What has a secret. A rotation knows where each lies (`rotation/sealed-records.ts`). */
export type Sealable = 'provider-key' | 'data-key' | 'webhook';

/** The record that an envelope belongs to, such as `provider-key|key_…`: moved to another record it does not open. */
export type Binding = `${Sealable}|${string}`;

/** The key id is bound into the wrap alone: in the box it would force a rotation to encrypt everything again. */
export const wrapContext = (keyId: string, binding: Binding): string => `wrap|v1|${keyId}|${binding}`;
export const boxContext = (binding: Binding): string => `box|v1|${binding}`;
