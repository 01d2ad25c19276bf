import type { Server } from 'node:http';

/**
 * Closes a fastify app: no new connections, requests in flight end first. A connection whose answer ended after the close began would stay
 * open as idle keep-alive and hold the close for ever, hence the sweep.
 */
export async function closeHttp(app: { readonly server: Server; close(): Promise<unknown> }): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), 100);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
  }
}
