import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type App = { readonly server: Server; close(): Promise<unknown> };

/** One connection: how many requests are in flight on it, and the answer to the last of them. */
type Connection = { requests: number; last: ServerResponse | undefined };

/**
 * Prepares a server for its end, before it listens; the function it gives closes it: no new connections, requests in flight end first.
 * Node closes only connections that are idle after a request. One that was opened and never used, or whose answer ended after the close
 * began, would hold the close for a minute: hence the count of requests on each connection, and the sweep. An answer that has not begun when
 * the close does says that its connection ends with it: who keeps it for the next request would lose that one.
 */
export function closableHttp(app: App): () => Promise<void> {
  const open = new Map<Socket, Connection>();
  app.server.on('connection', (socket: Socket) => {
    open.set(socket, { requests: 0, last: undefined });
    socket.once('close', () => open.delete(socket));
  });
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = open.get(socket);
    if (connection === undefined) return;
    connection.requests += 1;
    connection.last = response;
    response.once('close', () => {
      connection.requests -= 1;
      if (connection.last === response) connection.last = undefined;
    });
  });
  const announce = (): void => {
    for (const { last } of open.values()) if (last?.headersSent === false) last.setHeader('connection', 'close');
  };
  const closeUnused = (): void => {
    for (const [socket, { requests }] of open) if (requests === 0) socket.destroySoon();
  };
  return async () => {
    announce();
    const sweep = setInterval(closeUnused, 50);
    try {
      await app.close();
    } finally {
      clearInterval(sweep);
    }
  };
}
