import { type RedisProcess, startServerProcess } from './server-process.ts';

const NODE_TIMEOUT_MS = 2_000;

/** Starts one node that knows no other yet, its data append-only. `busPort` is where nodes talk among themselves. */
export function startClusterNode(
  port: number,
  busPort: number,
  args: readonly string[],
  program?: string,
): Promise<RedisProcess> {
  const options = {
    port,
    bind: '127.0.0.1',
    save: '""',
    appendonly: 'yes',
    'cluster-enabled': 'yes',
    // By default port + 10000, which nobody has seen to be free.
    'cluster-port': busPort,
    'cluster-announce-ip': '127.0.0.1',
    'cluster-node-timeout': NODE_TIMEOUT_MS,
    // A replica that waits five seconds for others to join its copy is no candidate for a failover before that.
    'repl-diskless-sync-delay': 0,
  };
  const own = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return startServerProcess(port, async (directory) => [...own, '--dir', directory, ...args], program);
}
