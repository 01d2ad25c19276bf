/** `make gen`: writes every generated file. `node tools/generate.ts --check` writes nothing and fails where one is not fresh. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { contractFiles } from './generate-contracts.ts';
import { generateFailureDocs } from './generate-failure-docs.ts';
import { generateProviderDocs } from './generate-provider-docs.ts';
import { generateRedisDocs } from './generate-redis-docs.ts';
import { generateScripts } from './generate-scripts.ts';

const files: readonly [path: string, generate: () => string | Promise<string>][] = [
  // In this order: what comes later may run code that imports what came before, and is loaded only then.
  ['packages/state/src/scripts.gen.ts', generateScripts],
  ...contractFiles,
  ['docs/configuration.md', async () => (await import('./generate-configuration-docs.ts')).generateConfigurationDocs()],
  ['docs/failures.md', generateFailureDocs],
  ['docs/metrics.md', async () => (await import('./generate-metrics-docs.ts')).generateMetricsDocs()],
  ['docs/providers.md', generateProviderDocs],
  ['docs/redis.md', generateRedisDocs],
  ['services/control/openapi.json', async () => (await import('./generate-openapi.ts')).generateOpenApi()],
  ['web/src/api/schema.gen.ts', async () => (await import('./generate-api-types.ts')).generateApiTypes()],
];

const check = process.argv.includes('--check');
let stale = 0;
for (const [path, generate] of files) {
  const url = new URL(`../${path}`, import.meta.url);
  const text = await generate();
  if (existsSync(url) && readFileSync(url, 'utf8') === text) continue;
  if (check) {
    stale += 1;
    console.error(`${path} is not fresh: run \`make gen\``);
  } else {
    writeFileSync(url, text);
    console.log(`wrote ${path}`);
  }
}
process.exitCode = stale === 0 ? 0 : 1;
