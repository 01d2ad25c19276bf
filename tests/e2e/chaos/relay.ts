import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Stands before a server and passes bytes on both ways, until it cuts. */
export type Relay = {
  readonly url: string;
  /** Drops every connection that runs through it, both ends at once. */
  cut(): void;
  close(): Promise<void>;
};

/** @param target `http://host:port` of the server behind it. */
export async function startRelay(target: string): Promise<Relay> {
  const { hostname: host, port } = new URL(target);
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const behind = connect({ host, port: Number(port) });
    for (const socket of [client, behind]) {
      open.add(socket);
      socket.once('close', () => {
        open.delete(socket);
        client.destroy();
        behind.destroy();
      });
      // The other end learns of it by the close that follows.
      socket.on('error', () => undefined);
    }
    client.pipe(behind).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has no TCP address');
  const cut = (): void => {
    for (const socket of open) socket.resetAndDestroy();
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut,
    async close() {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
}
