import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@palimpsest/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OwnRedis, startRedis } from './start-redis.ts';

let folder: string;
let redis: OwnRedis | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'own-redis-'));
});
afterEach(async () => {
  await redis?.server.stop(5000);
  rmSync(folder, { recursive: true });
});

/** Sends inline commands and gives the answer to the last. */
function ask(port: number, ...commands: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(port, '127.0.0.1', () => socket.end(`${commands.join('\r\n')}\r\n`));
    let text = '';
    socket.on('data', (data) => {
      text += data.toString();
    });
    socket.on('end', () => resolve(text.trimEnd().split('\r\n').at(-1) ?? '')).on('error', reject);
  });
}

const start = (port: number) => startRedis(folder, port, folder, () => {});

describe('a Redis of our own', () => {
  it('lets nobody in without the password, which only the owner of the folder can read', async () => {
    const port = await freePort();
    redis = await start(port);
    expect(await ask(port, 'PING')).toMatch(/^-NOAUTH/);
    const password = readFileSync(join(folder, 'redis/password'), 'utf8').trim();
    expect(redis.url).toBe(`redis://:${password}@127.0.0.1:${port}/0`);
    expect(await ask(port, `AUTH ${password}`, 'PING')).toBe('+PONG');
    expect(await ask(port, `AUTH ${password}`, 'CONFIG GET maxmemory-policy')).toBe('noeviction');
    expect(await ask(port, `AUTH ${password}`, 'CONFIG GET bind')).toBe('127.0.0.1');
    for (const name of ['password', 'redis.conf']) expect(statSync(join(folder, 'redis', name)).mode & 0o077).toBe(0);
  });

  it('keeps what was written over a stop and a crash', async () => {
    const port = await freePort();
    redis = await start(port);
    const auth = `AUTH ${readFileSync(join(folder, 'redis/password'), 'utf8').trim()}`;
    await ask(port, auth, 'SET stopped yes');
    await redis.server.stop(5000);
    redis = await start(port);
    expect(await ask(port, auth, 'GET stopped')).toBe('yes');
    await ask(port, auth, 'SET crashed yes');
    process.kill(redis.server.pid(), 'SIGKILL');
    await expect.poll(() => ask(port, auth, 'GET crashed').catch(() => 'away'), { timeout: 10_000 }).toBe('yes');
  });
});
