import { randomBytes } from 'node:crypto';
import { priceId } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { entry, storedDataKey, storedKey, storedUser } from '../testing/stored-records.ts';
import { keyringOf } from '../vault/keyring.ts';
import { hold } from './hold.ts';
import { openedRecord, plainRecord } from './to-config-record.ts';

const keyring = keyringOf([randomBytes(32)]);
/** As the registry tells it, of a kind that is known. */
const sealed = <Kind extends 'provider-keys' | 'data-keys'>(kind: Kind, value: Parameters<typeof entry<Kind>>[1]) =>
  entry(kind, value) as Parameters<typeof openedRecord>[1];
const plain = <Kind extends 'users' | 'prices'>(kind: Kind, value: Parameters<typeof entry<Kind>>[1]) =>
  entry(kind, value) as Parameters<typeof plainRecord>[0];
const another = keyringOf([randomBytes(32)]);

describe('a stored record on its way to the proxies', () => {
  it('has its secret opened', () => {
    expect(openedRecord(keyring, sealed('provider-keys', storedKey(keyring, 'sk-one')), undefined)).toMatchObject({
      kind: 'provider-key',
      record: { secret: 'sk-one' },
    });
  });

  it('goes without a secret that this master key does not open, and without the envelope', () => {
    const sent = openedRecord(another, sealed('provider-keys', storedKey(keyring, 'sk-one')), undefined);
    expect(sent).toMatchObject({ kind: 'provider-key', record: { secret: undefined } });
    expect(sent?.record).not.toHaveProperty('sealedSecret');
  });

  it('does not go where it is a data key that this master key does not open', () => {
    expect(openedRecord(another, sealed('data-keys', storedDataKey(keyring, 'dk_1')), 'dk_1')).toBeUndefined();
  });

  it('does not go where it is the memory of an import', () => {
    expect(hold(entry('imports', { importedAtMs: 0 }))).toBeUndefined();
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
    expect(plainRecord(plain('prices', price)).record).toMatchObject({
      vendor: undefined,
      inputPerMillion: 2_500_000_000n,
      cachedInputPerMillion: undefined,
      outputPerMillion: 10_000_000_000n,
      perRequest: 1n,
      effectiveFromMs: 5,
    });
  });

  it('has of a user what the proxies need, and no more', () => {
    const sent = plainRecord(plain('users', storedUser()));
    expect(Object.keys(sent.record)).toEqual(['id', 'name', 'limits', 'models', 'gatewayKeys']);
  });
});
