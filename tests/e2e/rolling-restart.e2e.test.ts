import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { answer, freePorts, operatorApi } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { knownTo, openScene, type Scene } from './house/scene.ts';
import { steadyLoad } from './load/steady-load.ts';

const root = join(import.meta.dirname, '../..');
const patience = { timeout: 90_000, interval: 50 };
/** Long enough that every proxy has several under way whenever it is told to stop. */
const SLOW = { paceMs: 60 };
const CLIENTS = 9;

// What `make cluster` runs.
const lines: string[] = [];
let cluster: ReturnType<typeof start>;
let scene: Scene;
let proxyUrl: string;
function start(ports: readonly number[]) {
  const { PATH = '', HOME = '' } = process.env;
  const [proxy, control] = ports.map(String);
  const own = { PALIMPSEST_PROXY_PORT: proxy, PALIMPSEST_CONTROL_PORT: control, PALIMPSEST_ENV_FILE: '' };
  const child = spawn(join(root, 'run'), ['node', 'tools/cluster/src/main.ts'], {
    cwd: root,
    env: { PATH, HOME, ...own },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', (line) => lines.push(line));
  return { child, ended: once(child, 'close').then(([status]: (number | null)[]) => status ?? null) };
}

/** The first group of the first line that matches. */
const told = (pattern: RegExp): string =>
  lines.map((line) => pattern.exec(line)?.[1]).find((text) => text !== undefined) ?? '';

beforeAll(async () => {
  const ports = await freePorts(2);
  proxyUrl = `http://127.0.0.1:${ports[0]}`;
  cluster = start(ports);
  await vi.waitUntil(() => lines.includes('ready'), patience);
  const operatorKey = readFileSync(told(/Operator key +in (.+)$/), 'utf8').trim();
  scene = await openScene({ proxyUrl, operator: operatorApi(`http://127.0.0.1:${ports[1]}`, operatorKey) });
}, 120_000);
afterAll(async () => {
  await scene?.close();
  cluster.child.kill('SIGTERM');
  await cluster.ended;
}, 60_000);

test('all proxies are restarted one after the other under load, and no request fails, streams included', {
  timeout: 120_000,
}, async () => {
  await scene.key('openai', [answer('one two three four five six seven eight nine ten', SLOW)]);
  const user = await scene.user();
  for (const name of ['proxy-1', 'proxy-2', 'proxy-3'])
    await knownTo(told(new RegExp(`^ +${name} +(http://\\S+)`)), user.gatewayKey);
  const load = steadyLoad({
    urls: [proxyUrl],
    gatewayKey: user.gatewayKey,
    model: scene.model,
    clients: CLIENTS,
    headers: { 'x-palimpsest-stream': 'passthrough' },
  });
  await load.answers(CLIENTS);
  const runDir = join(dirname(told(/Operator key +in (.+)$/)), 'run');
  for (const name of ['proxy-1', 'proxy-2', 'proxy-3']) {
    const pid = Number(readFileSync(join(runDir, `${name}.pid`), 'utf8').split('\n')[0]);
    process.kill(pid, 'SIGTERM');
    await vi.waitFor(() => expect(told(new RegExp(`^${name} (runs) again`))).toBe('runs'), patience);
    expect(told(new RegExp(`^${name} \\(pid ${pid}\\) died (.+);`))).toBe('with status 0');
    const ops = told(new RegExp(`^ +${name} .*metrics (\\S+)/metrics`));
    await vi.waitFor(async () => expect((await fetch(`${ops}/readyz`)).status).toBe(200), patience);
    await load.answers(CLIENTS);
  }
  const all = await load.end();
  expect(all.filter(({ result }) => result !== 'fine')).toEqual([]);
});

test('it stops as a whole, with status 0', { timeout: 60_000 }, async () => {
  cluster.child.kill('SIGINT');
  expect(await cluster.ended).toBe(0);
  expect(lines.at(-1)).toBe('stopped');
});
