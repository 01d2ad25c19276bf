import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePorts } from '@palimpsest/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const root = join(import.meta.dirname, '../..');
const names = [
  'PROXY',
  'CONTROL',
  'CONTROL_GRPC',
  'METERING_GRPC',
  'PROXY_OPS',
  'CONTROL_OPS',
  'METERING_OPS',
  'EMBEDDED_REDIS',
];
const patience = { timeout: 60_000, interval: 50 };

type Up = {
  readonly process: ChildProcess;
  readonly lines: readonly string[];
  readonly ended: Promise<number | null>;
};

/** What `make up` runs, with variables of ours over an environment without any. */
function up(variables: Readonly<Record<string, string>>): Up {
  const child = spawn(join(root, 'run'), ['node', 'tools/launcher/src/main.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PALIMPSEST_ENV_FILE: '', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', (line) => lines.push(line));
  const ended = once(child, 'close').then(([status]: (number | null)[]) => status ?? null);
  return { process: child, lines, ended };
}

const isReady = ({ lines }: Up) => vi.waitFor(() => expect(lines).toContain('ready'), patience);

describe('make up', { timeout: 180_000 }, () => {
  let dataDir: string;
  let variables: Record<string, string>;
  let house: Up;
  const port = (name: string): string => variables[`PALIMPSEST_${name}_PORT`] ?? '';
  const get = (name: string, path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port(name)}${path}`, { headers });
  const pid = (name: string): number =>
    Number(readFileSync(join(dataDir, 'run', `${name}.pid`), 'utf8').split('\n')[0]);
  const operatorKey = (): string => readFileSync(join(dataDir, 'operator.key'), 'utf8').trim();
  const keys = async () => (await get('CONTROL', '/api/v1/keys', { authorization: `Bearer ${operatorKey()}` })).status;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'make-up-'));
    const ports = await freePorts(names.length);
    variables = {
      PALIMPSEST_DATA_DIR: dataDir,
      ...Object.fromEntries(names.map((name, index) => [`PALIMPSEST_${name}_PORT`, String(ports[index])])),
    };
    house = up(variables);
    await isReady(house);
  }, 180_000);
  afterAll(async () => {
    house.process.kill('SIGTERM');
    await house.ended;
    // Where a test failed half-way, something may be left.
    for (const file of globSync('run/*.pid', { cwd: dataDir })) kill(pid(basename(file, '.pid')));
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('says ready once, when every service is, and where the operator key lies but not the key', async () => {
    for (const name of ['PROXY_OPS', 'CONTROL_OPS', 'METERING_OPS', 'PROXY', 'CONTROL'])
      expect((await get(name, '/readyz')).status).toBe(200);
    expect(house.lines.filter((line) => line === 'ready')).toHaveLength(1);
    const text = house.lines.join('\n');
    expect(text).toContain(`http://127.0.0.1:${port('PROXY')}/v1`);
    expect(text).toContain(join(dataDir, 'operator.key'));
    expect(text).not.toContain(operatorKey());
    expect(await keys()).toBe(200);
  });

  it('runs each service in a process group of its own, under its name', () => {
    for (const service of ['proxy', 'control', 'metering']) {
      expect(readFileSync(`/proc/${pid(service)}/cmdline`, 'utf8')).toContain(`${service}/main.mjs`);
      expect(process.kill(-pid(service), 0)).toBe(true);
    }
  });

  it.each(['metering', 'proxy', 'control', 'redis'])('starts %s again when it is killed, and says so', async (name) => {
    const killed = pid(name);
    process.kill(killed, 'SIGKILL');
    await vi.waitFor(() => {
      expect(house.lines).toContain(`${name} (pid ${killed}) died by SIGKILL; starting it again in 200 ms`);
      expect(house.lines).toContain(`${name} runs again (pid ${pid(name)})`);
    }, patience);
    for (const ops of ['PROXY_OPS', 'CONTROL_OPS', 'METERING_OPS'])
      await expect.poll(async () => (await get(ops, '/readyz').catch(() => undefined))?.status, patience).toBe(200);
    expect(await keys()).toBe(200);
  });

  it('refuses a second start on the same data folder', async () => {
    const second = up(variables);
    expect(await second.ended).toBe(1);
    expect(second.lines).toEqual([expect.stringMatching(/^already running on this data folder \(pid \d+\); /)]);
  });

  it('stops the proxy first, then control and metering, then Redis, and takes repeated signals for one', async () => {
    const before = house.lines.length;
    house.process.kill('SIGTERM');
    house.process.kill('SIGINT');
    expect(await house.ended).toBe(0);
    const stopped = house.lines.slice(before).flatMap((line, index) => {
      if (line.includes('"msg":"stopped"')) return [{ name: JSON.parse(line).service, index }];
      return line.includes('ready to exit') ? [{ name: 'redis', index }] : [];
    });
    expect(
      stopped
        .map(({ name }) => name)
        .with(1, 'plane')
        .with(2, 'plane'),
    ).toEqual(['proxy', 'plane', 'plane', 'redis']);
    expect(house.lines.at(-1)).toBe('stopped');
  });

  it('starts a second time without building anything, with the keys it had', async () => {
    const key = operatorKey();
    house = up(variables);
    await isReady(house);
    expect(house.lines.filter((line) => line.startsWith('building'))).toEqual([]);
    expect(operatorKey()).toBe(key);
  });

  it('leaves no service behind when it is killed itself, and starts again all the same', async () => {
    const left = ['proxy', 'control', 'metering'].map(pid);
    const redis = pid('redis');
    const launcher = Number(readFileSync(join(dataDir, 'run/launcher.pid'), 'utf8').split('\n')[0]);
    process.kill(launcher, 'SIGKILL');
    await expect.poll(() => left.filter((one) => isAlive(one)), patience).toEqual([]);
    house = up(variables);
    await isReady(house);
    expect(house.lines).toContain(`stopping redis (pid ${redis}), left running by an earlier start`);
    expect(await keys()).toBe(200);
  });
});

describe('make up with something wrong', { timeout: 60_000 }, () => {
  it('says each bad variable in one line and ends with 1', async () => {
    const wrong = up({ PALIMPSEST_PROXY_PORT: 'eighty', PALIMPSEST_HEARTBEAT_MS: '-1', PALIMPSEST_PORXY: '1' });
    expect(await wrong.ended).toBe(1);
    expect(wrong.lines.toSorted()).toEqual([
      expect.stringMatching(/^PALIMPSEST_HEARTBEAT_MS is not a whole number .*; allowed: /),
      'PALIMPSEST_PORXY is not a variable of Palimpsest Gateway and is ignored',
      expect.stringMatching(/^PALIMPSEST_PROXY_PORT is not a whole number .*; allowed: /),
    ]);
  });

  it('names a port that is taken and its variable in one line, ends with 1 and leaves nothing running', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = address === null || typeof address === 'string' ? 0 : address.port;
    const dataDir = mkdtempSync(join(tmpdir(), 'make-up-'));
    const taken = up({ PALIMPSEST_DATA_DIR: dataDir, PALIMPSEST_PROXY_PORT: String(port) });
    expect(await taken.ended).toBe(1);
    expect(taken.lines).toEqual([
      `port ${port} is already in use; stop what listens there or set PALIMPSEST_PROXY_PORT`,
    ]);
    other.close();
    rmSync(dataDir, { recursive: true });
  });
});

const isAlive = (pid: number): boolean => kill(pid, 0);

function kill(pid: number, signal: 0 | 'SIGKILL' = 'SIGKILL'): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
