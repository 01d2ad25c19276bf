import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { House } from './house.ts';

export type Rotated = { readonly status: number | null; readonly output: string };

const root = join(import.meta.dirname, '../../..');

/** `make rekey` or `make rotate-secrets` for this house; `typed` is what its operator answers to the question. */
export async function rotate(house: House, target: 'rekey' | 'rotate-secrets', typed = ''): Promise<Rotated> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn('make', [target], {
    cwd: root,
    env: {
      PATH,
      HOME,
      PALIMPSEST_ENV_FILE: '',
      PALIMPSEST_DATA_DIR: house.dataDir,
      PALIMPSEST_REDIS_URL: house.redis.url,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(typed);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      output += data.toString();
    });
  const [status]: (number | null)[] = await once(child, 'close');
  return { status: status ?? null, output };
}
