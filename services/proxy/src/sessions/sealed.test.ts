import { randomBytes } from 'node:crypto';
import type { DataKey } from '@palimpsest/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { open, seal } from './sealed.ts';

const key: DataKey = { id: 'dk_1', key: randomBytes(32), newest: true };
const keyOf = (id: string) => (id === key.id ? key : undefined);

describe('what is sealed', () => {
  it('opens again, whatever it is', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(open(seal(JSON.parse(text), key, 'here'), keyOf, 'here')).toEqual(JSON.parse(text));
      }),
    );
  });

  it('opens nowhere else, and not without its key', () => {
    const sealed = seal({ a: 1 }, key, 'here');
    expect(open(sealed, keyOf, 'there')).toBeUndefined();
    expect(open(sealed, () => undefined, 'here')).toBeUndefined();
  });

  it('opens to nothing, and never throws, when a byte has changed or bytes are missing', () => {
    const sealed = seal({ a: 'some text' }, key, 'here');
    for (let at = 0; at < sealed.length; at += 1) {
      const flipped = Buffer.from(sealed);
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      expect(open(flipped, keyOf, 'here')).toBeUndefined();
      expect(open(sealed.subarray(0, at), keyOf, 'here')).toBeUndefined();
    }
  });
});
