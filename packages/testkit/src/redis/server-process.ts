import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { inlineCommand } from './inline-command.ts';
import type { RedisServer } from './redis-server.ts';

/** A `redis-server` that we started, with what only a process of our own can offer. */
export interface RedisProcess extends RedisServer {
  readonly how: 'process';
  readonly port: number;
  /** Where it keeps its data, until `stop`. */
  readonly directory: string;
  /** Ends it as a crash would (SIGKILL); it stays away until `restart`. */
  kill(): Promise<void>;
  /** Kills the server and starts it again on the same port, with whatever its arguments made it keep. */
  restart(): Promise<void>;
}

const START_TIMEOUT_MS = 10_000;

/**
 * Runs a Redis server in a temporary directory until `stop`.
 *
 * @param program `redis-server`, or one that takes the same arguments.
 * @param argv its arguments; they make it listen on `port` of 127.0.0.1.
 * @throws where `redis-server` is not installed or does not answer within 10 s.
 */
export async function startServerProcess(
  port: number,
  argv: (directory: string) => Promise<readonly string[]>,
  program = 'redis-server',
): Promise<RedisProcess> {
  const directory = await mkdtemp(join(tmpdir(), 'palimpsest-redis-'));
  const args = await argv(directory);
  const start = () => spawn(program, [...args], { stdio: 'ignore' });
  let child = start();
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  const endAtExit = () => {
    child.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  };
  process.once('exit', endAtExit);
  await once(child, 'spawn').catch((cause: unknown) => {
    throw new Error(`${program} is not installed (Debian: apt-get install redis-server)`, { cause });
  });
  /** Somebody may have had its port for a moment, as a connection's: a server that could not begin is started again. */
  const answering = async (): Promise<void> => {
    const deadline = Date.now() + START_TIMEOUT_MS;
    for (;;) {
      const reply = await inlineCommand(port, 'PING').catch((error: unknown) => String(error));
      if (reply.startsWith('+PONG')) return;
      if (Date.now() > deadline) throw new Error(`redis-server on port ${port} does not answer: ${reply}`);
      await wait(20);
      if (child.exitCode === null) continue;
      await wait(200);
      child = start();
    }
  };
  await answering();
  return {
    how: 'process',
    url: `redis://127.0.0.1:${port}`,
    port,
    directory,
    kill,
    pause: async () => void child.kill('SIGSTOP'),
    resume: async () => void child.kill('SIGCONT'),
    restart: async () => {
      await kill();
      child = start();
      await answering();
    },
    stop: async () => {
      process.off('exit', endAtExit);
      await kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
