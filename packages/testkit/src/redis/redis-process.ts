import { freePort } from './free-port.ts';
import { type RedisProcess, startServerProcess } from './server-process.ts';

/**
 * Starts a `redis-server` on a free port of 127.0.0.1, its data in a temporary directory.
 *
 * @param args further arguments, such as `['--appendonly', 'yes']`.
 * @throws where `redis-server` is not installed or does not answer within 10 s.
 */
export async function startRedisProcess(args: readonly string[] = []): Promise<RedisProcess> {
  const port = await freePort();
  const own = ['--port', String(port), '--bind', '127.0.0.1', '--save', '""'];
  return startServerProcess(port, async (directory) => [...own, '--dir', directory, ...args]);
}
