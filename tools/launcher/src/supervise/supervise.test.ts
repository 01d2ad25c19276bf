import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stopLeftovers } from './leftovers.ts';
import { livingPid } from './pid-file.ts';
import { type Command, run } from './run.ts';
import { type Supervised, supervise } from './supervise.ts';

let folder: string;
let lines: string[];
let supervised: Supervised | undefined;
const print = (line: string): void => void lines.push(line);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'supervise-'));
  lines = [];
});
afterEach(async () => {
  await supervised?.stop(1000);
  supervised = undefined;
  rmSync(folder, { recursive: true });
});

/** A process that runs this JavaScript and says `{"up"}`. */
const command = (code: string, name = 'proxy'): Command => ({
  name,
  file: process.execPath,
  args: ['--eval', `${code}; console.log('{"up"}')`],
  cwd: folder,
  environment: process.env,
  pidFile: join(folder, `${name}.pid`),
  watchesParent: false,
});
const lasting = 'setInterval(() => {}, 1000)';
const deaf = `process.on('SIGTERM', () => {}); ${lasting}`;
const isUp = () => vi.waitFor(() => expect(lines).toContain('{"up"}'), 10_000);
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('supervision', { timeout: 30_000 }, () => {
  it('starts again what dies, and says so', async () => {
    supervised = await supervise(command(lasting), isUp, print);
    const first = supervised.pid();
    process.kill(first, 'SIGKILL');
    await vi.waitFor(() => expect(lines.filter((line) => line === '{"up"}')).toHaveLength(2), 10_000);
    const second = supervised.pid();
    expect(second).not.toBe(first);
    expect(lines).toContain(`proxy (pid ${first}) died by SIGKILL; starting it again in 200 ms`);
    expect(lines).toContain(`proxy runs again (pid ${second})`);
  });

  it('gives up what ends before it was ready, in one line behind what it said itself', async () => {
    const broken = command(`console.error('port 1 is taken'); process.exit(1)`);
    await expect(supervise(broken, () => new Promise(() => {}), print)).rejects.toThrow(
      /^proxy ended with status 1 before it was ready$/,
    );
    expect(lines).toEqual(['proxy: port 1 is taken']);
  });

  it('does not start again what it stopped', async () => {
    supervised = await supervise(command(lasting), isUp, print);
    const pid = supervised.pid();
    await supervised.stop(5000);
    expect(isAlive(pid)).toBe(false);
    expect(lines).toEqual(['{"up"}']);
  });

  it('kills what does not stop in time', async () => {
    supervised = await supervise(command(deaf), isUp, print);
    const pid = supervised.pid();
    await supervised.stop(100);
    expect(isAlive(pid)).toBe(false);
  });

  it('runs each process in a group of its own', async () => {
    supervised = await supervise(command(lasting), isUp, print);
    const pid = supervised.pid();
    // Signal 0 to a group tells whether it exists.
    expect(process.kill(-pid, 0)).toBe(true);
  });

  it('says what cannot be started', async () => {
    const missing = { ...command(''), file: join(folder, 'no-such-program') };
    await expect(supervise(missing, isUp, print)).rejects.toThrow(/no-such-program cannot be started .*ENOENT/);
  });
});

describe('leftovers', { timeout: 30_000 }, () => {
  it('of a launcher that was killed are stopped, those that callers see first', async () => {
    const left = await Promise.all(['redis', 'proxy'].map((name) => run(command(lasting, name), print)));
    await vi.waitFor(() => expect(lines).toHaveLength(2), 10_000);
    lines = [];
    await stopLeftovers(folder, 5000, print);
    expect(await Promise.all(left.map(({ ended }) => ended))).toEqual(
      left.map(() => ({ status: null, signal: 'SIGTERM' })),
    );
    expect(lines.map((line) => line.split(' ')[1])).toEqual(['proxy', 'redis']);
  });

  it('are killed where they do not stop', async () => {
    const { pid, ended } = await run(command(deaf), print);
    await isUp();
    await stopLeftovers(folder, 100, print);
    expect(await ended).toEqual({ status: null, signal: 'SIGKILL' });
    expect(isAlive(pid)).toBe(false);
  });

  it('are never taken for another process with the same number', async () => {
    const { pid } = await run(command(lasting), print);
    const file = join(folder, 'proxy.pid');
    expect(livingPid(file)).toBe(pid);
    // Starts are told apart by the kernel's ticks, a hundred a second.
    const startedAt = performance.now();
    await expect.poll(() => performance.now() - startedAt, { interval: 5 }).toBeGreaterThan(30);
    const stranger = await run(command(`0; ${lasting}`, 'stranger'), print);
    writeFileSync(file, readFileSync(file, 'utf8').replace(String(pid), String(stranger.pid)));
    expect(livingPid(file)).toBeUndefined();
    await stranger.stop(1000);
    process.kill(pid, 'SIGKILL');
  });
});
