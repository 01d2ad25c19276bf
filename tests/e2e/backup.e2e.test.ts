import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Launched, launch } from '@palimpsest/launcher';
import { answer, freePorts, operatorApi, type SimulatedProviders, startSimulatedProviders } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerReport } from './load/books.ts';
import { steadyLoad } from './load/steady-load.ts';

const names = ['PROXY', 'CONTROL', 'CONTROL_GRPC', 'METERING_GRPC', 'PROXY_OPS', 'CONTROL_OPS', 'METERING_OPS'];
const operations = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
const section = operations.split(/^## /m).find((part) => part.startsWith('Backup\n')) ?? '';
const [back = '', restore = ''] = [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, code]) => code ?? '');

const folder = mkdtempSync(join(tmpdir(), 'backup-'));
const clients = 6;
const starting = new AbortController();
let environment: Record<string, string>;
let redisPort: number;
let providers: SimulatedProviders;
let gateway: Launched;
const start = () => launch({ environment, print: () => undefined, signal: starting.signal });
beforeAll(async () => {
  const [redis = 0, ...ports] = await freePorts(names.length + 1);
  redisPort = redis;
  environment = {
    PALIMPSEST_DATA_DIR: join(folder, 'data'),
    PALIMPSEST_ENV_FILE: join(folder, 'none.env'),
    PALIMPSEST_EMBEDDED_REDIS_PORT: String(redis),
    ...Object.fromEntries(names.map((name, index) => [`PALIMPSEST_${name}_PORT`, String(ports[index])])),
  };
  providers = await startSimulatedProviders();
  gateway = await start();
}, 180_000);
afterAll(async () => {
  starting.abort();
  await gateway?.stop();
  await providers?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs what stands in the document in a folder that has this gateway's data, with its Redis's port. */
const shell = (code: string) =>
  promisify(execFile)('bash', ['-euc', code.replaceAll('6390', String(redisPort))], { cwd: folder });

test('what is copied while calls go on, as docs/operations.md says, comes back with books that balance', {
  timeout: 120_000,
}, async () => {
  providers.openai.plays('sk-of-the-backup', answer('kept'));
  const operator = operatorApi(gateway.controlUrl, gateway.operatorKey);
  const own = { provider: 'openai' as const, base_url: providers.openai.baseUrl, models: ['gpt-4o-mini'] };
  await operator.createKey({ ...own, name: 'one', secret: 'sk-of-the-backup' });
  const { gateway_key: gatewayKey } = await operator.createUser({ name: 'me' });
  const load = steadyLoad({ urls: [gateway.proxyUrl], gatewayKey, model: 'gpt-4o-mini', clients });
  await load.answers(60);
  const before = load.told.filter(({ result }) => result === 'fine').length;
  await shell(back);
  const after = load.told.filter(({ result }) => result === 'fine').length;
  await load.answers(60);
  await load.end();
  await gateway.stop();

  await shell(restore);
  gateway = await start();
  const again = operatorApi(gateway.controlUrl, gateway.operatorKey);
  const counted = async () => (await again.usage({}))[0]?.requests ?? 0;
  // What the metering of then had read and not acknowledged is taken over after some seconds.
  await expect.poll(counted, { timeout: 30_000 }).toBeGreaterThanOrEqual(before);
  expect(await counted()).toBeLessThanOrEqual(after + clients);
  const password = readFileSync(join(folder, 'data/redis/password'), 'utf8').trim();
  const report = await ledgerReport({ PALIMPSEST_REDIS_URL: `redis://:${password}@127.0.0.1:${redisPort}/0` });
  expect(report).toContain('The books balance: 0 differences.');
  const anew = steadyLoad({ urls: [gateway.proxyUrl], gatewayKey, model: 'gpt-4o-mini', clients: 1 });
  await anew.answers(1);
  expect((await anew.end()).every(({ result }) => result === 'fine')).toBe(true);
});
