import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A TCP port that was free a moment ago on 127.0.0.1. Only for programs that cannot listen on port 0 and say which
 * port they got: somebody else may take it before they do.
 */
export async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  if (port === undefined) throw new Error('asked for one port and got none');
  return port;
}

/** So many different free ports. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('a TCP server has no TCP address');
    return address.port;
  });
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
