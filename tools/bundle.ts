/** `node tools/bundle.ts <service>…`: makes dist/<service>/main.mjs, the whole service in one file with a source map beside it. */
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const root = join(import.meta.dirname, '..');
const entries: Readonly<Record<string, string>> = {
  control: 'services/control/src/main.ts',
  metering: 'services/metering/src/main.ts',
  proxy: 'services/proxy/src/main.ts',
  init: 'tools/launcher/src/init.ts',
};

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(entries);
await Promise.all(
  names.map(async (name) => {
    const input = entries[name];
    if (input === undefined) throw new Error(`no bundle is called ${name}`);
    const bundle = await rolldown({ input: join(root, input), platform: 'node', tsconfig: false });
    await bundle.write({
      file: join(root, `dist/${name}/main.mjs`),
      format: 'esm',
      codeSplitting: false,
      sourcemap: true,
    });
    await bundle.close();
  }),
);
