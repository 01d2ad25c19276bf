import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePorts } from './free-port.ts';
import { inlineCommand } from './inline-command.ts';
import { startRedisProcess } from './redis-process.ts';
import { type RedisProcess, startServerProcess } from './server-process.ts';
import { until } from './until.ts';

/** A master, its replica, and the three Sentinels that watch over them, all processes of ours on 127.0.0.1. */
export type RedisSentinels = {
  readonly servers: readonly RedisProcess[];
  /** `host:port,…` of the Sentinels, as `PALIMPSEST_REDIS_SENTINELS` takes it. */
  readonly endpoints: string;
  readonly masterName: string;
  /** The server that the Sentinels name as the master now. */
  master(): Promise<RedisProcess>;
  stop(): Promise<void>;
};

const MASTER_NAME = 'gateway';
const QUORUM = 2;

/**
 * Starts them and resolves once the replica is in step and every Sentinel knows it and the others: only then can they fail over.
 *
 * @param args further arguments of master and replica.
 */
export async function startRedisSentinels(args: readonly string[] = []): Promise<RedisSentinels> {
  const all: RedisProcess[] = [];
  const stop = async () => void (await Promise.all(all.map((one) => one.stop())));
  const kept = (server: RedisProcess): RedisProcess => {
    all.push(server);
    return server;
  };
  try {
    const data = ['--appendonly', 'yes', '--repl-diskless-sync-delay', '0', ...args];
    const master = kept(await startRedisProcess(data));
    const replica = kept(await startRedisProcess([...data, '--replicaof', `127.0.0.1 ${master.port}`]));
    await until('the replica is in step', async () =>
      (await inlineCommand(replica.port, 'INFO replication')).includes('master_link_status:up'),
    );
    const ports = await freePorts(3);
    for (const port of ports) kept(await startSentinel(port, master.port));
    await until('the Sentinels know each other', async () => {
      const seen = await Promise.all(ports.map((port) => inlineCommand(port, 'INFO sentinel')));
      return seen.every((text) => text.includes('slaves=1,sentinels=3'));
    });
    const servers = [master, replica];
    return {
      servers,
      endpoints: ports.map((port) => `127.0.0.1:${port}`).join(','),
      masterName: MASTER_NAME,
      async master() {
        const reply = await inlineCommand(ports[0] ?? 0, `SENTINEL GET-MASTER-ADDR-BY-NAME ${MASTER_NAME}`);
        const named = servers.find(({ port }) => reply.includes(`\r\n${port}\r\n`));
        if (named === undefined) throw new Error(`the Sentinels name no server of ours: ${reply}`);
        return named;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function startSentinel(port: number, masterPort: number): Promise<RedisProcess> {
  return startServerProcess(port, async (directory) => {
    // Sentinels write what they learn into their configuration.
    const file = join(directory, 'sentinel.conf');
    const lines = [
      `port ${port}`,
      'bind 127.0.0.1',
      `dir ${JSON.stringify(directory)}`,
      `sentinel monitor ${MASTER_NAME} 127.0.0.1 ${masterPort} ${QUORUM}`,
      `sentinel down-after-milliseconds ${MASTER_NAME} 1000`,
      `sentinel failover-timeout ${MASTER_NAME} 6000`,
    ];
    await writeFile(file, `${lines.join('\n')}\n`);
    return [file, '--sentinel'];
  });
}
