/**
 * `make rekey` and `make rotate-secrets`: the command of control, on the Redis that the variables name or else on that of `make up`, which
 * need not run for it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { loadConfig, readEnvironment, StartProblem } from '@palimpsest/runtime';
import { withinRedis } from './redis/within-redis.ts';

const command = join(import.meta.dirname, '../../../services/control/src/rotate.ts');

try {
  process.exitCode = await withinRedis(loadConfig('launcher'), async (variables) => {
    const env = { ...readEnvironment(), ...variables };
    const child = spawn(process.execPath, [command, ...process.argv.slice(2)], { stdio: 'inherit', env });
    const [status] = (await once(child, 'exit')) as [number | null];
    return status ?? 2;
  });
} catch (error) {
  if (!(error instanceof StartProblem)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
