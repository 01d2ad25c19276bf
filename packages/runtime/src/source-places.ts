import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

const place = /(file:\/\/[^\s()]+):(\d+):(\d+)/g;

/** By place in the program, which has so many that can throw; what is not kept is looked up again. */
const known = new Map<string, string>();
const mostKnown = 2000;

/**
 * A stack with places in the sources for those in the bundle that this stands in, where its map lies beside it; all else stays as it is.
 *
 * Node.js does the same for every error under `--enable-source-maps`, also for those that nobody shows: a connection that ends with an error is
 * asked for its stack. The first one stops a process for a tenth of a second, as long as it takes to read the map, which is kept: 25 MB. Here
 * it is read for a place that is not known yet, and given back.
 *
 * @param bundle the URL of the program's file.
 */
export function inSources(stack: string, bundle = import.meta.url): string {
  let map: SourceMap | undefined;
  let isRead = false;
  return stack.replaceAll(place, (whole, url: string, line: string, column: string) => {
    const found = url === bundle ? known.get(whole) : whole;
    if (found !== undefined) return found;
    if (!isRead) map = mapBeside(bundle);
    isRead = true;
    const source = sourceOf(map, Number(line), Number(column)) ?? whole;
    if (known.size < mostKnown) known.set(whole, source);
    return source;
  });
}

/** `undefined` where there is none, or none that can be read: then the places of the bundle have to do. */
function mapBeside(bundle: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(bundle)}.map`, 'utf8')));
  } catch {
    return undefined;
  }
}

function sourceOf(map: SourceMap | undefined, line: number, column: number): string | undefined {
  // Lines and columns of a stack count from 1, those of a map from 0.
  const entry = map?.findEntry(line - 1, column - 1);
  if (entry === undefined || !('originalSource' in entry)) return undefined;
  return `${entry.originalSource.replace(/^(\.\.\/)+/, '')}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
}
