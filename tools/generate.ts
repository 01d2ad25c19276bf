/** `pnpm gen`: writes every generated file. `pnpm gen --check` writes nothing and fails where one is not fresh. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { generateApiTypes } from './generate-api-types.ts';
import { generateConfigurationDocs } from './generate-configuration-docs.ts';
import { contractFiles } from './generate-contracts.ts';
import { generateOpenApi } from './generate-openapi.ts';
import { generateRedisDocs } from './generate-redis-docs.ts';
import { generateScripts } from './generate-scripts.ts';

const files: readonly [path: string, generate: () => string | Promise<string>][] = [
  ['docs/configuration.md', generateConfigurationDocs],
  ...contractFiles,
  ['docs/redis.md', generateRedisDocs],
  ['packages/state/src/scripts.gen.ts', generateScripts],
  ['services/control/openapi.json', generateOpenApi],
  ['web/src/api/schema.gen.ts', generateApiTypes],
];

const check = process.argv.includes('--check');
let stale = 0;
for (const [path, generate] of files) {
  const url = new URL(`../${path}`, import.meta.url);
  const text = await generate();
  if (existsSync(url) && readFileSync(url, 'utf8') === text) continue;
  if (check) {
    stale += 1;
    console.error(`${path} is not fresh: run \`pnpm gen\``);
  } else {
    writeFileSync(url, text);
    console.log(`wrote ${path}`);
  }
}
process.exitCode = stale === 0 ? 0 : 1;
