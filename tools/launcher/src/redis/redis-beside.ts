import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, type Environment, redisEndpoint, StartProblem } from '@palimpsest/runtime';
import { readSecretFile, writeSecretFile } from '../data-dir/secret-file.ts';

const redisVariable = /^PALIMPSEST_REDIS_/;

export type RedisBeside = {
  /** The full data folder: the password is kept there. */
  readonly dataDir: string;
  /** Where the Redis finds its password, in `redis/password`; without a line end, for it is taken as it is. */
  readonly folder: string;
  readonly config: Config<'launcher'>;
  readonly say: (line: string) => void;
};

/**
 * A password for the Redis that is reached as `redis` by the services beside it, and the variables by which they use it: none where
 * another Redis is named. The password stays what it was.
 */
export function redisBeside({ dataDir, folder, config, say }: RedisBeside): Environment {
  const kept = join(dataDir, 'redis.password');
  const password = readSecretFile(kept) ?? randomBytes(24).toString('base64url');
  if (!/^[\w-]+$/.test(password))
    throw new StartProblem(`${kept} holds no password; allowed: letters, digits, _ and -`);
  writeSecretFile(kept, `${password}\n`);
  mkdirSync(join(folder, 'redis'), { recursive: true, mode: 0o700 });
  writeSecretFile(join(folder, 'redis/password'), password);
  if (redisEndpoint(config) === undefined) return { PALIMPSEST_REDIS_URL: `redis://:${password}@redis:6379/0` };
  say('The services use the Redis that PALIMPSEST_REDIS_* names, not the one that is deployed beside them.');
  return {};
}

/** The variables without those that name a Redis, which is said where there are any. */
export function withoutRedis(all: Environment, say: (line: string) => void): Environment {
  const leftOut = Object.keys(all).filter((name) => redisVariable.test(name));
  if (leftOut.length > 0) say(`${leftOut.join(', ')}: left out, the services use the Redis that is started with them.`);
  return Object.fromEntries(Object.entries(all).filter(([name]) => !redisVariable.test(name)));
}
