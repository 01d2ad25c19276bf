import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draftMap, emptyMap, type PersistentMap } from './persistent-map.ts';

const change = fc.tuple(fc.string({ maxLength: 2 }), fc.option(fc.integer(), { nil: undefined }));
const changed = (map: PersistentMap<number>, [key, value]: readonly [string, number | undefined]) =>
  value === undefined ? map.without(key) : map.with(key, value);

const rising = (a: number, b: number) => a - b;

describe('a persistent map', () => {
  it.each([
    ['from the start', emptyMap<number>],
    ['as a draft', draftMap<number>],
  ])('holds after any changes what a plain map would, %s', (_, start) => {
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        const plain = new Map<string, number>();
        for (const [key, value] of changes) {
          if (value === undefined) plain.delete(key);
          else plain.set(key, value);
        }
        const draft = changes.reduce(changed, start());
        expect(draft.size).toBe(plain.size);
        for (const [key] of changes) expect(draft.get(key)).toBe(plain.get(key));
        const map = draft.sealed();
        expect(map.size).toBe(plain.size);
        expect([...map.values()].sort(rising)).toEqual([...plain.values()].sort(rising));
        for (const [key] of changes) expect(map.get(key)).toBe(plain.get(key));
      }),
    );
  });

  it.each([
    ['from the start', emptyMap<number>],
    ['of a draft', draftMap<number>],
  ])('is left as it was by what is made of it, %s', (_, start) => {
    fc.assert(
      fc.property(fc.array(change), change, (changes, last) => {
        const map = changes.reduce(changed, start()).sealed();
        const before = [...map.values()];
        changed(map, last);
        expect([...map.values()]).toEqual(before);
      }),
    );
  });
});
