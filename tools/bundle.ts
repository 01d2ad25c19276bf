/**
 * `node tools/bundle.ts <name>…`: makes dist/<name>/main.mjs, the whole program with a source map beside it. What is imported only when it is
 * needed stands in a file of its own, and so does the data that it reads.
 */
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { decode, encode } from '@jridgewell/sourcemap-codec';
import { rolldown } from 'rolldown';
import { rankFile } from '../services/proxy/src/admission/o200k/rank-file.ts';

const root = join(import.meta.dirname, '..');
const entries: Readonly<Record<string, string>> = {
  control: 'services/control/src/main.ts',
  metering: 'services/metering/src/main.ts',
  proxy: 'services/proxy/src/main.ts',
  rotate: 'services/control/src/rotate.ts',
  init: 'tools/launcher/src/init.ts',
};

/** Files that a program looks for beside itself. */
const data: Readonly<Record<string, readonly string[]>> = { proxy: [rankFile()] };

type SourceMap = {
  readonly sources: readonly string[];
  readonly mappings: string;
};

/** Tells libraries line by line, not word by word: a service that logs a bug reads the map whole. */
function slim(map: SourceMap): SourceMap {
  const isLibrary = map.sources.map((source) => source.includes('node_modules/'));
  const lines = decode(map.mappings).map((line) =>
    line.filter(([, source], at) => {
      const before = line[at - 1]?.[1];
      return source === undefined || isLibrary[source] !== true || before !== source;
    }),
  );
  return { ...map, mappings: encode(lines) };
}

/**
 * One letter beyond ASCII makes V8 keep two bytes for each of a program's five million. Letters stand in strings, patterns and comments, where
 * they may be written like this.
 */
const ascii = (code: string): string =>
  code.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Globals that Node.js gives by a getter, which is called for each use: every library's too. As imports they are constants. */
const inject = {
  Buffer: ['node:buffer', 'Buffer'],
  performance: ['node:perf_hooks', 'performance'],
  process: ['node:process', 'default'],
} satisfies Record<string, [string, string]>;

await Promise.all(
  process.argv.slice(2).map(async (name) => {
    const input = entries[name];
    if (input === undefined) throw new Error(`no bundle is called ${name}`);
    const bundle = await rolldown({
      input: join(root, input),
      platform: 'node',
      tsconfig: false,
      transform: { inject },
    });
    const { output } = await bundle.write({
      dir: join(root, `dist/${name}`),
      entryFileNames: 'main.mjs',
      chunkFileNames: '[name].mjs',
      format: 'esm',
      sourcemap: true,
      sourcemapExcludeSources: true,
      // V8 keeps the text of a program as long as it runs.
      comments: { jsdoc: false, annotation: false, legal: true },
      cleanDir: true,
    });
    await bundle.close();
    for (const { fileName } of output) {
      const path = join(root, `dist/${name}`, fileName);
      const text = await readFile(path, 'utf8');
      await writeFile(
        path,
        fileName.endsWith('.map') ? JSON.stringify(slim(JSON.parse(text) as SourceMap)) : ascii(text),
      );
    }
    for (const file of data[name] ?? []) await copyFile(file, join(root, `dist/${name}`, basename(file)));
  }),
);
