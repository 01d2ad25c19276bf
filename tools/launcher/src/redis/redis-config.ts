import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readSecretFile, writeSecretFile } from '../data-dir/secret-file.ts';

export type RedisConfig = { readonly folder: string; readonly file: string; readonly password: string };

/** Where a Redis of our own listens, by the password in its folder; `undefined` where none was ever started there. */
export function ownRedisUrl(dataDir: string, port: number): string | undefined {
  const password = readSecretFile(join(dataDir, 'redis', 'password'));
  return password === undefined ? undefined : `redis://:${password}@127.0.0.1:${port}/0`;
}

/**
 * Writes the configuration of a Redis of our own in `DATA_DIR/redis`: on loopback, with a password that only the owner of the folder can
 * read, append-only, and refusing writes rather than forgetting anything when memory is short.
 */
export function writeRedisConfig(dataDir: string, port: number): RedisConfig {
  const folder = join(dataDir, 'redis');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const passwordFile = join(folder, 'password');
  const password = readSecretFile(passwordFile) ?? randomBytes(24).toString('base64url');
  writeSecretFile(passwordFile, `${password}\n`);
  const file = join(folder, 'redis.conf');
  const lines = [
    'bind 127.0.0.1',
    `port ${port}`,
    `requirepass ${password}`,
    `dir ${JSON.stringify(folder)}`,
    'appendonly yes',
    'appendfsync everysec',
    'save ""',
    'maxmemory-policy noeviction',
    'loglevel warning',
  ];
  writeSecretFile(file, `${lines.join('\n')}\n`);
  return { folder, file, password };
}
