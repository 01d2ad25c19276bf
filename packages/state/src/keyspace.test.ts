import { expect, test } from 'vitest';
import { keyspace } from './keyspace.ts';

test('every family says what it is, names its hash tag, and makes keys by its pattern', () => {
  const patterns = new Set<string>();
  for (const family of Object.values(keyspace)) {
    expect(family.pattern).toMatch(/^pgw:v1:\{[^{}]+\}/);
    const ids = [...family.pattern.matchAll(/<[^>]+>/g)].map((_, index) => `id${index}`);
    const make = family as (...values: string[]) => string;
    let at = 0;
    expect(make(...ids)).toBe(family.pattern.replaceAll(/<[^>]+>/g, () => ids[at++] ?? ''));
    for (const text of [family.lifetime, family.writers, family.purpose]) expect(text).not.toBe('');
    patterns.add(family.pattern.replaceAll(/<[^>]+>/g, '*'));
  }
  expect(patterns.size).toBe(Object.keys(keyspace).length);
});
