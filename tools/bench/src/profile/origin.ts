import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { relative, resolve } from 'node:path';
import type { CallFrame } from './cpu-profile.ts';
import type { Origin } from './summarise.ts';

/** Finds the sources of a bundle's functions by the map beside it; what lies elsewhere keeps its own name. */
export function originsOf(bundle: string, root: string): Origin {
  const map = new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')));
  return ({ url, lineNumber, columnNumber }: CallFrame): string => {
    if (!url.endsWith(bundle)) return url.replace('file://', '');
    const entry = map.findEntry(lineNumber, columnNumber);
    if (!('originalSource' in entry)) return relative(root, bundle);
    const file = relative(root, resolve(bundle, '..', entry.originalSource));
    return `${file}:${entry.originalLine + 1}`;
  };
}
