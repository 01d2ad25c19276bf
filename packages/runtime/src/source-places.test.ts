import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { inSources } from './source-places.ts';

const folder = mkdtempSync(join(tmpdir(), 'source-places-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The URL of a bundle whose map is what is given, and a stack with one frame at its line 3. */
function thrownIn(name: string, map?: string): { readonly bundle: string; readonly stack: string } {
  const file = join(folder, `${name}.mjs`);
  if (map !== undefined) writeFileSync(`${file}.map`, map);
  const bundle = pathToFileURL(file).href;
  return { bundle, stack: `Error: at the top\n    at serve (${bundle}:3:10)\n    at node:internal/process:105:5` };
}

// The third line begins with the fifth of the first source (https://tc39.es/ecma426/, "mappings").
const map = { version: 3, sources: ['../../services/proxy/src/serve.ts'], names: [], mappings: ';;AAIA' };

it('tells where in the sources an error was thrown, and goes on knowing it without the map', () => {
  const { bundle, stack } = thrownIn('mapped', JSON.stringify(map));
  const told = inSources(stack, bundle);
  expect(told).toBe(
    'Error: at the top\n    at serve (services/proxy/src/serve.ts:5:1)\n    at node:internal/process:105:5',
  );
  rmSync(join(folder, 'mapped.mjs.map'));
  expect(inSources(stack, bundle)).toBe(told);
});

it.each([
  ['there is no map', undefined],
  ['the map cannot be read', '{'],
  ['the map says nothing of the place', JSON.stringify({ ...map, mappings: ';;;;AAIA' })],
])('leaves a stack as it is where %s', (name, text) => {
  const { bundle, stack } = thrownIn(name.replaceAll(' ', '-'), text);
  expect(inSources(stack, bundle)).toBe(stack);
});

it('reads no other file, whatever a message names', () => {
  const { stack } = thrownIn('other', JSON.stringify(map));
  expect(inSources(stack)).toBe(stack);
});
