import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@palimpsest/runtime';
import { freePort } from '@palimpsest/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { livingPid } from '../supervise/pid-file.ts';
import { startRedis } from './start-redis.ts';
import { answersPong } from './wait-redis.ts';
import { withinRedis } from './within-redis.ts';

let folder: string;
let port: number;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'within-redis-'));
  port = await freePort();
});
afterEach(() => rmSync(folder, { recursive: true }));

const within = (run: (url: string) => Promise<unknown>, more: Record<string, string> = {}) => {
  const own = { PALIMPSEST_DATA_DIR: folder, PALIMPSEST_EMBEDDED_REDIS_PORT: String(port) };
  const config = loadConfig('launcher', { ...own, ...more }, () => undefined);
  return withinRedis(config, async ({ PALIMPSEST_REDIS_URL = '' }) => run(PALIMPSEST_REDIS_URL));
};
const answers = (url: string) => answersPong(port, new URL(url).password);

describe('a command beside the gateway', () => {
  it('starts the gateway’s Redis where that does not run, keeps the gateway from starting meanwhile, and stops it', async () => {
    const first = await startRedis(folder, port, folder, () => undefined);
    await first.server.stop(5000);
    expect(await answers(first.url)).toBe(false);
    const launcher = join(folder, 'run/launcher.pid');
    await within(async (url) => {
      expect(url).toBe(first.url);
      expect(await answers(url)).toBe(true);
      expect(livingPid(launcher)).toBe(process.pid);
      // A second command finds it running.
      await within(async (again) => expect(again).toBe(url));
      expect(await answers(url)).toBe(true);
    });
    expect(await answers(first.url)).toBe(false);
    expect(livingPid(launcher)).toBeUndefined();
  });

  it('leaves a Redis that runs as it is', async () => {
    const running = await startRedis(folder, port, folder, () => undefined);
    await within(async (url) => expect(await answers(url)).toBe(true));
    expect(await answers(running.url)).toBe(true);
    await running.server.stop(5000);
  });

  it('takes the Redis that is configured, and says where there is none', async () => {
    await within(async (url) => expect(url).toBe(''), { PALIMPSEST_REDIS_URL: 'redis://127.0.0.1:1' });
    await expect(within(async () => undefined)).rejects.toThrow(`none was run in ${folder}`);
  });
});
