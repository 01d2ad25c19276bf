import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it, vi } from 'vitest';

const module = new URL('graceful-stop.ts', import.meta.url).href;
let child: ChildProcess | undefined;
afterEach(() => child?.kill('SIGKILL'));

/** A process that stops gracefully; `stop` is what it does then. Gives what it says, line by line, and how it ends. */
async function start(stop: string, limitMs = 60_000) {
  const code = `
    import { stopOnSignal } from '${module}';
    setInterval(() => {}, 1000);
    stopOnSignal({ limitMs: ${limitMs}, say: (line) => console.log(line), stop: async () => { ${stop} } });
    console.log('up');`;
  const spawned = spawn(process.execPath, ['--input-type=module-typescript', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  child = spawned;
  const said: string[] = [];
  if (spawned.stdout !== null) createInterface({ input: spawned.stdout }).on('line', (line) => said.push(line));
  const ended = once(spawned, 'exit').then(([status]: unknown[]) => status);
  await vi.waitFor(() => expect(said).toEqual(['up']), 5000);
  return { process: spawned, said, ended };
}

const finished = 'await new Promise((resolve) => setImmediate(resolve));';
const endless = 'await new Promise(() => {});';

describe('a graceful stop', { timeout: 20_000 }, () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('follows %s, and ends with 0 when the work is done', async (signal) => {
    const { process, said, ended } = await start(finished);
    process.kill(signal);
    expect(await ended).toBe(0);
    expect(said).toEqual(['up', `${signal}: stopping`, 'stopped']);
  });

  it('follows the end of the process that started it', async () => {
    const { process, said, ended } = await start(finished);
    process.disconnect();
    expect(await ended).toBe(0);
    expect(said).toContain('the launcher is gone: stopping');
  });

  it('ends although nobody reads its log any more', async () => {
    const logger = new URL('logger.ts', import.meta.url).href;
    const { process, ended } = await start(`
      const { createLogger } = await import('${logger}');
      const logger = createLogger({ service: 'proxy', level: 'info' });
      for (const line of ['one', 'two', 'three']) logger.info(line);`);
    process.stdout?.destroy();
    process.disconnect();
    expect(await ended).toBe(0);
  });

  it('takes signals within two seconds for one wish, and a later one for an order to leave', async () => {
    const { process, said, ended } = await start(endless);
    process.kill('SIGTERM');
    process.kill('SIGINT');
    await vi.waitFor(() => expect(said).toContainEqual(expect.stringMatching(/: stopping$/)), 5000);
    process.kill('SIGTERM');
    const began = performance.now();
    const again = setInterval(() => process.kill('SIGTERM'), 100);
    expect(await ended).toBe(1);
    clearInterval(again);
    expect(performance.now() - began).toBeGreaterThan(1500);
    expect(said.filter((line) => line.endsWith('stopping'))).toHaveLength(1);
    expect(said.at(-1)).toBe('SIGTERM again: leaving at once');
  });

  it('ends with 1 where stopping fails or takes longer than it may', async () => {
    const failing = await start('throw new Error("no")');
    failing.process.kill('SIGTERM');
    expect(await failing.ended).toBe(1);
    const slow = await start(endless, 50);
    slow.process.kill('SIGTERM');
    expect(await slow.ended).toBe(1);
    expect(slow.said.at(-1)).toBe('not stopped after 50 ms: leaving');
  });
});
