import { randomBytes } from 'node:crypto';
import { priceId } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { entry, storedDataKey, storedKey, storedUser } from '../testing/stored-records.ts';
import { keyringOf } from '../vault/keyring.ts';
import { toConfigRecord } from './to-config-record.ts';

const keyring = keyringOf([randomBytes(32)]);
const another = keyringOf([randomBytes(32)]);

describe('a stored record on its way to the proxies', () => {
  it('has its secret opened', () => {
    expect(toConfigRecord(keyring, entry('provider-keys', storedKey(keyring, 'sk-one')), undefined)).toMatchObject({
      kind: 'provider-key',
      record: { secret: 'sk-one' },
    });
  });

  it('goes without a secret that this master key does not open, and without the envelope', () => {
    const sent = toConfigRecord(another, entry('provider-keys', storedKey(keyring, 'sk-one')), undefined);
    expect(sent).toMatchObject({ kind: 'provider-key', record: { secret: undefined } });
    expect(sent?.record).not.toHaveProperty('sealedSecret');
  });

  it('does not go where it is a data key that this master key does not open', () => {
    expect(toConfigRecord(another, entry('data-keys', storedDataKey(keyring, 'dk_1')), 'dk_1')).toBeUndefined();
  });

  it('does not go where it is the memory of an import', () => {
    expect(toConfigRecord(keyring, entry('imports', { importedAtMs: 0 }), undefined)).toBeUndefined();
  });

  it('has money as whole nano-dollars', () => {
    const price = {
      id: priceId('prc_1'),
      provider: 'openai',
      vendor: null,
      model: 'gpt-4o',
      inputPerMillion: '2.5',
      cachedInputPerMillion: null,
      outputPerMillion: '10',
      perRequest: '0.000000001',
      effectiveFromMs: 5,
      createdAtMs: 0,
    };
    expect(toConfigRecord(keyring, entry('prices', price), undefined)?.record).toMatchObject({
      vendor: undefined,
      inputPerMillion: 2_500_000_000n,
      cachedInputPerMillion: undefined,
      outputPerMillion: 10_000_000_000n,
      perRequest: 1n,
      effectiveFromMs: 5,
    });
  });

  it('has of a user what the proxies need, and no more', () => {
    const sent = toConfigRecord(keyring, entry('users', storedUser()), undefined);
    expect(Object.keys(sent?.record ?? {})).toEqual(['id', 'name', 'limits', 'models', 'gatewayKeys']);
  });
});
