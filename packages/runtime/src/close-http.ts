import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type App = { readonly server: Server; close(): Promise<unknown> };

/**
 * Prepares a server for its end, before it listens; the function it gives closes it: no new connections, requests in flight end first.
 * Node closes only connections that are idle after a request. One that was opened and never used, or whose answer ended after the close
 * began, would hold the close for a minute: hence the count of requests on each connection, and the sweep.
 */
export function closableHttp(app: App): () => Promise<void> {
  const open = new Map<Socket, number>();
  app.server.on('connection', (socket: Socket) => {
    open.set(socket, 0);
    socket.once('close', () => open.delete(socket));
  });
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    open.set(socket, (open.get(socket) ?? 0) + 1);
    response.once('close', () => {
      if (open.has(socket)) open.set(socket, (open.get(socket) ?? 1) - 1);
    });
  });
  const closeUnused = (): void => {
    for (const [socket, requests] of open) if (requests === 0) socket.destroySoon();
  };
  return async () => {
    const sweep = setInterval(closeUnused, 50);
    try {
      await app.close();
    } finally {
      clearInterval(sweep);
    }
  };
}
