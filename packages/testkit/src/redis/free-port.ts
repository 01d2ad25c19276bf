import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A TCP port that was free a moment ago on 127.0.0.1. Only for programs that cannot listen on port 0 and say which
 * port they got: somebody else may take it before they do.
 */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('a TCP server has no TCP address');
  return address.port;
}
