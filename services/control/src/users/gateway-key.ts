import { createHash, randomBytes } from 'node:crypto';
import { newGatewayKeyId } from '@palimpsest/runtime';
import type { StoredGatewayKey } from '../registry-records.ts';

/** A fresh gateway key: 256 random bits behind the prefix. `text` is shown once and kept nowhere. */
export function newGatewayKey(nowMs: number): { readonly text: string; readonly stored: StoredGatewayKey } {
  const text = `pgw_live_${randomBytes(32).toString('base64url')}`;
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { text, stored: { id: newGatewayKeyId(), sha256, createdAtMs: nowMs } };
}
