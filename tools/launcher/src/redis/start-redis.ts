import { join } from 'node:path';
import { type Supervised, supervise } from '../supervise/supervise.ts';
import { findRedisServer } from './find-server.ts';
import { writeRedisConfig } from './redis-config.ts';
import { waitRedis } from './wait-redis.ts';

export type OwnRedis = {
  readonly server: Supervised;
  /** With its password: `redis://:…@127.0.0.1:<port>/0`. */
  readonly url: string;
};

/** Runs a Redis of our own and resolves once it has loaded its data. Throws a StartProblem where there is none to run. */
export async function startRedis(
  dataDir: string,
  port: number,
  runDir: string,
  print: (line: string) => void,
): Promise<OwnRedis> {
  const { folder, file, password } = writeRedisConfig(dataDir, port);
  const server = await supervise(
    {
      name: 'redis',
      file: findRedisServer(print),
      args: [file],
      cwd: folder,
      environment: process.env,
      pidFile: join(runDir, 'redis.pid'),
      watchesParent: false,
    },
    (gone) => waitRedis(port, password, gone),
    print,
  );
  return { server, url: `redis://:${password}@127.0.0.1:${port}/0` };
}
