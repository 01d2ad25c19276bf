import { GatewayError, holdsMoreThan, type Json } from '@palimpsest/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJsonObject } from './read-json.ts';

const body = (text: string): Uint8Array => Buffer.from(text);
const messageOf = (text: string): string | undefined => {
  const read = readJsonObject(body(text));
  return read instanceof GatewayError ? read.message : undefined;
};

/** Commas, objects and lists of a value. */
function sizeOf(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.values(value) as Json[];
  return inside.reduce<number>((sum, one) => sum + sizeOf(one), 1 + Math.max(0, inside.length - 1));
}

describe('a body read as JSON', () => {
  it('is refused where it is no JSON, or no object', () => {
    expect(messageOf('{"model":')).toContain('The request body is not valid JSON.');
    expect(messageOf('')).toContain('The request body is not valid JSON.');
    expect(messageOf('[]')).toContain('The request body must be a JSON object.');
  });

  it.each(['{}', '[]', '1', '""', '"a"'])(
    'is refused before it is parsed where it is made of millions of %s',
    (one) => {
      const many = Array<string>(1_000_000).fill(one).join(',');
      expect(messageOf(`{"messages":[${many}]}`)).toContain('more than 500000 values');
    },
  );

  it('may be large as long as it is made of texts', () => {
    const text = '{[,"'.repeat(600_000);
    expect(readJsonObject(body(JSON.stringify({ text })))).toEqual({ text });
  });

  it('has as many values counted as it has, whatever stands in its texts', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.stringify(value);
        const size = sizeOf(JSON.parse(json) as Json);
        expect(holdsMoreThan(json, size)).toBe(false);
        expect(size === 0 || holdsMoreThan(json, size - 1)).toBe(true);
      }),
    );
  });
});
