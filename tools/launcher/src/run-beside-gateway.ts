import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { loadConfig, readEnvironment, StartProblem } from '@palimpsest/runtime';
import { withinRedis } from './redis/within-redis.ts';

/** Runs a service's command, with our arguments and the gateway's Redis, and ends as it ends. What keeps it from starting is one line. */
export async function runBesideGateway(command: string): Promise<void> {
  try {
    process.exitCode = await withinRedis(loadConfig('launcher'), async (variables) => {
      const env = { ...readEnvironment(), ...variables };
      const child = spawn(process.execPath, [command, ...process.argv.slice(2)], { stdio: 'inherit', env });
      const [status] = (await once(child, 'exit')) as [number | null];
      return status ?? 1;
    });
  } catch (error) {
    if (!(error instanceof StartProblem)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
