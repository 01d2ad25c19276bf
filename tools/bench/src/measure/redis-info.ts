import { connect } from 'node:net';

export type RedisWork = {
  /** CPU time of the server, ms. */
  readonly cpuMs: number;
  readonly commands: number;
  readonly pid: number;
};

/** What a Redis on this machine has done since its start. */
export async function redisWork(port: number): Promise<RedisWork> {
  const text = await info(port);
  const figure = (name: string): number => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(text)?.[1] ?? Number.NaN);
  return {
    cpuMs: (figure('used_cpu_user') + figure('used_cpu_sys')) * 1000,
    commands: figure('total_commands_processed'),
    pid: figure('process_id'),
  };
}

/** The server's own account of itself (https://redis.io/docs/latest/commands/info/). */
function info(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write('INFO\r\nQUIT\r\n'));
    socket.setEncoding('utf8');
    socket.on('data', (read: string) => {
      text += read;
    });
    socket.on('error', reject).on('end', () => resolve(text));
  });
}
