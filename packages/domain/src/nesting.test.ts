import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from './json.ts';
import { isNestedDeeper, parseShallow } from './nesting.ts';

const depthOf = (value: Json | undefined): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

it('counts the levels of any JSON text, whatever its texts hold', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6, noUnicodeString: false }), fc.nat({ max: 8 }), (value, levels) => {
      expect(isNestedDeeper(JSON.stringify(value), levels)).toBe(depthOf(value as Json) > levels);
    }),
  );
});

it('reads no text that could not be written again', () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  expect(JSON.stringify(parseShallow(deep(500)))).toBe(deep(500));
  expect(parseShallow(deep(501))).toBeUndefined();
  expect(parseShallow('{')).toBeUndefined();
});
