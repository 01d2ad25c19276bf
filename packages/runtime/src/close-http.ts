import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type App = { readonly server: Server; close(): Promise<unknown> };

/** One connection: how many requests are in flight on it, the answer to the last of them, and what is called when an answer is over. */
type Connection = {
  requests: number;
  last: ServerResponse | undefined;
  readonly answered: (this: ServerResponse) => void;
};

/**
 * Prepares a server for its end, before it listens; the function it gives closes it: no new connections, requests in flight end first.
 * Node closes only connections that are idle after a request. One that was opened and never used, or whose answer ended after the close
 * began, would hold the close for a minute: hence the count of requests on each connection, and the sweep. An answer that has not begun when
 * the close does says that its connection ends with it: who keeps it for the next request would lose that one.
 */
export function closableHttp(app: App): () => Promise<void> {
  const open = new Map<Socket, Connection>();
  app.server.on('connection', (socket: Socket) => {
    const connection: Connection = {
      requests: 0,
      last: undefined,
      answered() {
        connection.requests -= 1;
        if (connection.last === this) connection.last = undefined;
      },
    };
    open.set(socket, connection);
    // Both events come once: a listener that knows that would be held as three more objects by every connection and every call.
    socket.on('close', () => open.delete(socket));
  });
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = open.get(socket);
    if (connection === undefined) return;
    connection.requests += 1;
    connection.last = response;
    response.on('close', connection.answered);
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
