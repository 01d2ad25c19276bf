/**
 * `node tools/bundle.ts <name>…`: makes dist/<name>/main.mjs, the whole program with a source map beside it. What is imported only when it is
 * needed (the tokenizer's tables) stands in a file of its own, so that those who never need it do not read it.
 */
import { join } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

const root = join(import.meta.dirname, '..');
const entries: Readonly<Record<string, string>> = {
  control: 'services/control/src/main.ts',
  metering: 'services/metering/src/main.ts',
  proxy: 'services/proxy/src/main.ts',
  rotate: 'services/control/src/rotate.ts',
  init: 'tools/launcher/src/init.ts',
};

/** Libraries have no place in the source map: with them it is ten times as large, and Node.js keeps it in memory from the first error on. */
const unmapped: Plugin = {
  name: 'unmapped',
  transform: { filter: { id: /[\\/]node_modules[\\/]/ }, handler: (code) => ({ code, map: { mappings: '' } }) },
};

await Promise.all(
  process.argv.slice(2).map(async (name) => {
    const input = entries[name];
    if (input === undefined) throw new Error(`no bundle is called ${name}`);
    const bundle = await rolldown({ input: join(root, input), platform: 'node', tsconfig: false, plugins: [unmapped] });
    await bundle.write({
      dir: join(root, `dist/${name}`),
      entryFileNames: 'main.mjs',
      chunkFileNames: '[name].mjs',
      format: 'esm',
      sourcemap: true,
      cleanDir: true,
    });
    await bundle.close();
  }),
);
