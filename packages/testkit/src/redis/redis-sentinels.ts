import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePorts } from './free-port.ts';
import { inlineCommand } from './inline-command.ts';
import { startRedisProcess } from './redis-process.ts';
import { type RedisProcess, startServerProcess } from './server-process.ts';
import { until } from './until.ts';

/** A master, its replicas, and the three Sentinels that watch over them, all processes of ours on 127.0.0.1. */
export type RedisSentinels = {
  readonly servers: readonly RedisProcess[];
  /** `host:port,…` of the Sentinels, as `PALIMPSEST_REDIS_SENTINELS` takes it. */
  readonly endpoints: string;
  readonly masterName: string;
  /** The server that all Sentinels name as the master now. */
  master(): Promise<RedisProcess>;
  stop(): Promise<void>;
};

const MASTER_NAME = 'gateway';
const QUORUM = 2;

/** What Sentinels watch over. */
export type SentinelOptions = {
  /** Default 1. */
  readonly replicas?: number;
  /** Further arguments of master and replicas. */
  readonly args?: readonly string[];
};

/** Starts them and resolves once the replicas are in step and every Sentinel knows them and the others: only then can they fail over. */
export async function startRedisSentinels({ replicas = 1, args = [] }: SentinelOptions = {}): Promise<RedisSentinels> {
  const all: RedisProcess[] = [];
  const stop = async () => void (await Promise.all(all.map((one) => one.stop())));
  const kept = (server: RedisProcess): RedisProcess => {
    all.push(server);
    return server;
  };
  try {
    const data = ['--appendonly', 'yes', '--repl-diskless-sync-delay', '0', ...args];
    const master = kept(await startRedisProcess(data));
    const servers = [master];
    for (let count = 0; count < replicas; count += 1)
      servers.push(kept(await startRedisProcess([...data, '--replicaof', `127.0.0.1 ${master.port}`])));
    await until('the replicas are in step', async () => {
      const info = await inlineCommand(master.port, 'INFO replication');
      return (info.match(/state=online/g) ?? []).length === replicas;
    });
    const ports = await freePorts(3);
    for (const port of ports) kept(await startSentinel(port, master.port));
    await until('the Sentinels know each other', async () => {
      const seen = await Promise.all(ports.map((port) => inlineCommand(port, 'INFO sentinel')));
      return seen.every((text) => text.includes(`slaves=${replicas},sentinels=3`));
    });
    return {
      servers,
      endpoints: ports.map((port) => `127.0.0.1:${port}`).join(','),
      masterName: MASTER_NAME,
      async master() {
        const replies = await Promise.all(
          ports.map((port) => inlineCommand(port, `SENTINEL GET-MASTER-ADDR-BY-NAME ${MASTER_NAME}`)),
        );
        const named = servers.find(({ port }) => replies.every((reply) => reply.includes(`\r\n${port}\r\n`)));
        if (named === undefined) throw new Error('the Sentinels are not of one mind');
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
