import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type House, startHouse } from './house/house.ts';

const root = join(import.meta.dirname, '../..');

let house: House;
let providers: ChildProcess;
let shown = '';
type Added = { readonly id: string; readonly models: readonly string[] };
/** What the commands added; OpenAI's first. */
const added: Added[] = [];
const arePrinted = () => vi.waitFor(() => expect(shown).toContain('Ctrl-C ends them\n'), 30_000);
beforeAll(async () => {
  house = await startHouse();
  providers = spawn(process.execPath, [join(root, 'tools/demo/src/providers.ts')], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PALIMPSEST_DATA_DIR: house.dataDir,
      PALIMPSEST_CONTROL_PORT: new URL(house.controlUrl).port,
      PALIMPSEST_ENV_FILE: join(house.dataDir, 'none.env'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  providers.stdout?.on('data', (data: Buffer) => {
    shown += data.toString();
  });
  await arePrinted();
});
afterAll(async () => {
  providers.kill('SIGKILL');
  await house?.close();
});

async function ask(gatewayKey: string, model: string, stream = false) {
  const response = await fetch(`${house.proxyUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gatewayKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, stream, messages: [{ role: 'user', content: 'Hello' }] }),
  });
  return { status: response.status, trail: response.headers.get('x-palimpsest-trail'), body: await response.text() };
}

test('every command that make providers prints adds a key that answers', async () => {
  const commands = shown.match(/^ {2}curl .*$/gm) ?? [];
  expect(commands).toHaveLength(5);
  for (const command of commands) {
    const { stdout } = await promisify(execFile)('bash', ['-euc', command]);
    added.push(JSON.parse(stdout) as Added);
  }
  const { gateway_key: gatewayKey } = await house.operator.createUser({ name: 'me' });
  for (const { models } of added)
    await expect
      .poll(() => ask(gatewayKey, String(models[0])), { timeout: 10_000 })
      .toMatchObject({ status: 200, body: expect.stringContaining('simulated') });
});

/** A capped key is asked first. */
const capped = () => [{ metric: 'requests' as const, amount: 100, period: 'day' as const }];

test('its other secrets fail as it says, and another key answers in their place', async () => {
  const baseUrl = /^ {2}openai +(\S+)/m.exec(shown)?.[1] ?? '';
  const own = { provider: 'openai' as const, base_url: baseUrl, models: ['gpt-4o-mini'] };
  const { gateway_key: gatewayKey } = await house.operator.createUser({ name: 'another' });
  for (const [secret, because] of [
    ['sk-simulated-limited', 'transient(429)'],
    ['sk-simulated-breaks', 'transient(200)'],
    ['sk-simulated-down', 'transient(500)'],
  ] as const) {
    expect(shown).toContain(`  ${secret} `);
    const failing = await house.operator.createKey({ ...own, name: secret, secret, limits: capped() });
    await expect
      .poll(() => ask(gatewayKey, 'gpt-4o-mini', true), { timeout: 10_000 })
      .toMatchObject({ status: 200, trail: `openai/${failing.id}:${because}, openai/${added[0]?.id}:success` });
    await house.operator.call('DELETE', `/keys/${failing.id}`);
  }
});

test('a signal ends them with status 0', async () => {
  const ended = once(providers, 'exit');
  providers.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
});
