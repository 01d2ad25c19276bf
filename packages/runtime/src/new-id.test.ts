import { describe, expect, it } from 'vitest';
import { newAuditId, newGatewayKeyId, newPriceId, newProviderKeyId, newRequestId, newUserId } from './new-id.ts';

describe('ids', () => {
  it('are a word for the kind and a ULID, and never twice the same', () => {
    const made = [newAuditId, newGatewayKeyId, newPriceId, newProviderKeyId, newRequestId, newUserId].map((make) =>
      make(),
    );
    expect(made.map((id) => id.split('_')[0])).toEqual(['aud', 'gwk', 'prc', 'key', 'req', 'usr']);
    for (const id of made) expect(id).toMatch(/^[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(new Set(Array.from({ length: 1000 }, newRequestId)).size).toBe(1000);
  });
});
