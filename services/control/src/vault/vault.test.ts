import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Binding } from './envelope.ts';
import { keyringOf } from './keyring.ts';
import { open } from './open.ts';
import { rewrap } from './rewrap.ts';
import { seal } from './seal.ts';

const oldKey = randomBytes(32);
const newKey = randomBytes(32);
const ring = keyringOf([oldKey]);
const binding: Binding = 'provider-key|key_1';
const secretBytes = fc.uint8Array({ minLength: 0, maxLength: 300 });

describe('the vault', () => {
  it('gives back every secret byte for byte, and never seals the same text twice', () => {
    fc.assert(
      fc.property(secretBytes, (secret) => {
        const [first, second] = [seal(ring, binding, secret), seal(ring, binding, secret)];
        expect(first).not.toBe(second);
        expect(open(ring, binding, first)).toEqual({ opened: true, secret: Buffer.from(secret) });
      }),
    );
  });

  it('opens nothing whose text differs in a single character', () => {
    const envelope = seal(ring, binding, Buffer.from('sk-1234567890'));
    fc.assert(
      fc.property(
        fc.nat(envelope.length - 1),
        fc.constantFrom('A', 'Q', 'g', 'w', '.', '0', 'a', '-', '_'),
        (at, character) => {
          const altered = envelope.slice(0, at) + character + envelope.slice(at + 1);
          const result = open(ring, binding, altered);
          // The last character of a base64 text carries bits that mean nothing: such a text is still the same bytes.
          if (result.opened) expect(sameBytes(altered, envelope)).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('opens nothing with one byte flipped anywhere in the wrap or the box', () => {
    const parts = seal(ring, binding, Buffer.from('sk-1234567890')).split('.');
    fc.assert(
      fc.property(fc.constantFrom(2, 3), fc.nat(), fc.integer({ min: 1, max: 255 }), (part, position, mask) => {
        const bytes = Buffer.from(parts[part] ?? '', 'base64url');
        const at = position % bytes.length;
        bytes[at] = (bytes[at] ?? 0) ^ mask;
        const altered = parts.with(part, bytes.toString('base64url')).join('.');
        expect(open(ring, binding, altered)).toEqual({ opened: false, why: 'damaged' });
      }),
    );
  });

  it('never throws, whatever text it is given', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(open(ring, binding, text).opened).toBe(false);
        expect(rewrap(ring, binding, text)).toBeUndefined();
      }),
    );
  });

  it('notices envelopes that were swapped between two records', () => {
    const other: Binding = 'provider-key|key_2';
    const kind: Binding = 'data-key|key_1';
    const envelope = seal(ring, binding, Buffer.from('secret of key_1'));
    expect(open(ring, other, envelope)).toEqual({ opened: false, why: 'damaged' });
    expect(open(ring, kind, envelope)).toEqual({ opened: false, why: 'damaged' });
  });

  it('says that another master key was used, and does not accept a claimed id', () => {
    const envelope = seal(ring, binding, Buffer.from('secret'));
    const wrong = keyringOf([newKey]);
    expect(open(wrong, binding, envelope)).toEqual({ opened: false, why: 'another-master-key' });
    const claimed = envelope.replace(ring.newest, wrong.newest);
    expect(open(wrong, binding, claimed)).toEqual({ opened: false, why: 'damaged' });
  });

  it('rewraps for a new master key without touching the box, after which the old key opens nothing', () => {
    const both = keyringOf([newKey, oldKey]);
    const envelope = seal(ring, binding, Buffer.from('secret'));
    const rewrapped = rewrap(both, binding, envelope) ?? '';
    expect(rewrapped.split('.')[3]).toBe(envelope.split('.')[3]);
    expect(open(keyringOf([newKey]), binding, rewrapped)).toMatchObject({ opened: true });
    expect(open(ring, binding, rewrapped)).toEqual({ opened: false, why: 'another-master-key' });
    expect(rewrap(keyringOf([newKey]), binding, envelope)).toBeUndefined();
  });
});

function sameBytes(a: string, b: string): boolean {
  const bytes = (text: string) => text.split('.').map((part) => Buffer.from(part, 'base64url').toString('hex'));
  return bytes(a).join('.') === bytes(b).join('.');
}
