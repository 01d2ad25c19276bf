import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { inSources } from './source-places.ts';

const folder = mkdtempSync(join(tmpdir(), 'source-places-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A stack with one frame at line 3 of a bundle, whose map is what is given. */
function stackWith(name: string, map?: string): string {
  const bundle = join(folder, `${name}.mjs`);
  if (map !== undefined) writeFileSync(`${bundle}.map`, map);
  return `Error: at the top\n    at serve (${pathToFileURL(bundle).href}:3:10)\n    at node:internal/process:105:5`;
}

// The third line begins with the fifth of the first source (https://tc39.es/ecma426/, "mappings").
const map = { version: 3, sources: ['../../services/proxy/src/serve.ts'], names: [], mappings: ';;AAIA' };

it('tells where in the sources an error was thrown, and goes on knowing it without the map', () => {
  const stack = stackWith('mapped', JSON.stringify(map));
  const told = inSources(stack);
  expect(told).toBe(
    'Error: at the top\n    at serve (services/proxy/src/serve.ts:5:1)\n    at node:internal/process:105:5',
  );
  rmSync(join(folder, 'mapped.mjs.map'));
  expect(inSources(stack)).toBe(told);
});

it.each([
  ['there is no map', undefined],
  ['the map cannot be read', '{'],
  ['the map says nothing of the place', JSON.stringify({ ...map, mappings: ';;;;AAIA' })],
])('leaves a stack as it is where %s', (name, text) => {
  const stack = stackWith(name.replaceAll(' ', '-'), text);
  expect(inSources(stack)).toBe(stack);
});
