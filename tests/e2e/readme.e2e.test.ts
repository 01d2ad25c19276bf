import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { answer, fail, randomId, type SimulatedProviders, startSimulatedProviders } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const python = join(root, '.cache/python/bin/python');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

/** The code of a section, block by block, as it stands there. */
function blocks(heading: string, language: string): string[] {
  const section = readme.split(/^##+ /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, code]) => code ?? '');
}

let providers: SimulatedProviders;
beforeAll(async () => {
  providers = await startSimulatedProviders();
});
afterAll(() => providers.close());

/** The addresses and keys of this house in the place of a newcomer's. */
function here(code: string, secret: string): string {
  const { proxyUrl, controlUrl, operatorKey } = inject('sharedHouse');
  return code
    .replaceAll('http://127.0.0.1:8080', controlUrl)
    .replaceAll('http://127.0.0.1:8000', proxyUrl)
    .replaceAll('$(cat data/operator.key)', operatorKey)
    .replaceAll('"secret": "sk-…"', `"secret": "${secret}", "base_url": "${providers.openai.baseUrl}"`);
}

async function run(file: string, args: readonly string[], code: string, gatewayKey = ''): Promise<string> {
  const child = spawn(file, args, {
    cwd: import.meta.dirname,
    env: { PATH: process.env.PATH, GATEWAY_KEY: gatewayKey },
  });
  child.stdin.end(code);
  const [output, problems, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  if (status !== 0) throw new Error(problems);
  return output;
}

const shell = (code: string): Promise<string> => run('bash', ['-eu'], code);
// A new key holds within a second, and a script is faster than a reader.
const untilKnown = `curl -sf --retry 10 --retry-delay 1 --retry-all-errors -o /dev/null http://127.0.0.1:8000/v1/models -H "Authorization: Bearer $GATEWAY_KEY"\n`;
const showKey = 'printf "\\n%s\\n" "$GATEWAY_KEY"\n';

const [paid, free] = [randomId('sk'), randomId('sk')];
const [enterKey = '', createUser = '', ask = ''] = blocks('The first request', 'sh');
let gatewayKey: string;
const setUp = () => `${here(enterKey.slice(0, enterKey.indexOf('curl')), paid)}\nGATEWAY_KEY=${gatewayKey}\n`;

test('the first request of the README is answered as it is written', async () => {
  providers.openai.plays(paid, answer('Hello from the paid key.'));
  const shown = await shell(here(enterKey + createUser + untilKnown + ask + showKey, paid));
  expect(shown).toContain('HTTP/1.1 200 OK');
  expect(shown).toContain('Hello from the paid key.');
  gatewayKey = shown.trim().split('\n').at(-1) ?? '';
  expect(gatewayKey).toMatch(/^pgw_live_/);
});

test('so is its failover, and its route', async () => {
  providers.openai.plays(free, fail(429, { retryAfter: 60 }));
  const [addFree = '', addRoute = ''] = blocks('How a failover looks', 'sh');
  await shell(setUp() + here(addFree, free));
  await expect
    .poll(() => shell(setUp() + here(ask, paid)), { timeout: 20_000 })
    .toMatch(/x-palimpsest-attempts: 2[\s\S]*openai\/key_\w+:transient\(429\), openai\/key_\w+:success/);
  expect(JSON.parse(await shell(setUp() + addRoute))).toMatchObject({ name: 'smart' });
});

test('so is its price', async () => {
  const [enterPrice = ''] = blocks('What it costs', 'sh');
  expect(JSON.parse(await shell(setUp() + enterPrice))).toMatchObject({
    model: 'gpt-4o-mini',
    input_per_million: '0.15',
  });
});

test('so is its program for Node.js', async () => {
  const [program = ''] = blocks('By the official clients', 'js');
  const shown = await run(process.execPath, ['--input-type=module'], here(program, paid), gatewayKey);
  expect(shown).toBe('Hello from the paid key.\n');
});

test.skipIf(!existsSync(python))('so is its program for Python', async () => {
  const [program = ''] = blocks('By the official clients', 'python');
  expect(await run(python, ['-'], here(program, paid), gatewayKey)).toBe('Hello from the paid key.');
});
