import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePorts, testAuthority } from '@palimpsest/testkit';

export type MeteringProcess = {
  readonly opsUrl: string;
  /** Sends a signal and waits for the end; gives the exit status, `null` after a deadly signal. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
};

/** Starts the real service as often as wanted, each as a process of its own, on one Redis. */
export async function meteringHouse(redisUrl: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'palimpsest-metering-'));
  const tls = await (await testAuthority()).issue('metering');
  await mkdir(join(dataDir, 'tls'));
  for (const [name, pem] of [
    ['ca.crt', tls.ca],
    ['metering.crt', tls.cert],
    ['metering.key', tls.key],
  ] as const)
    await writeFile(join(dataDir, 'tls', name), pem);
  const started = new Set<ChildProcess>();

  return {
    async start(): Promise<MeteringProcess> {
      const [grpcPort, opsPort] = await freePorts(2);
      const child = spawn(process.execPath, [fileURLToPath(new URL('../main.ts', import.meta.url))], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: {
          PALIMPSEST_DATA_DIR: dataDir,
          PALIMPSEST_ENV_FILE: join(dataDir, 'none.env'),
          PALIMPSEST_REDIS_URL: redisUrl,
          PALIMPSEST_METERING_GRPC_PORT: String(grpcPort),
          PALIMPSEST_METERING_OPS_PORT: String(opsPort),
        },
      });
      started.add(child);
      return {
        opsUrl: `http://127.0.0.1:${opsPort}`,
        async end(signal) {
          const exited = once(child, 'exit') as Promise<[number | null]>;
          child.kill(signal);
          started.delete(child);
          return (await exited)[0];
        },
      };
    },
    async stop() {
      for (const child of started) child.kill('SIGKILL');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
