import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import { listenOrExplain } from './listen.ts';
import type { Logger } from './logger.ts';
import { type ReadinessChecks, readinessOf } from './readiness.ts';

export type OpsServerOptions = {
  readonly host: string;
  readonly port: number;
  /** The variable that names the port, for the message when it is taken. */
  readonly variable: string;
  readonly metrics: Pick<Registry, 'contentType' | 'metrics'>;
  readonly checks: ReadinessChecks;
  readonly logger: Pick<Logger, 'error'>;
};

export type OpsServer = { readonly port: number; close(): Promise<void> };

// An `import` of it reads all that it exports, among them the web sockets of Node.js's own HTTP client, which is loaded for that: 14 MB.
const { createServer } = process.getBuiltinModule('node:http');

/** Serves `/metrics`, `/healthz` (the process lives) and `/readyz` (every check holds, else 503), on a port apart from the callers'. */
export async function startOpsServer(options: OpsServerOptions): Promise<OpsServer> {
  const server = createServer((request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '/';
    // A collector that fails costs its scrape, never the calls of this process.
    answer(options, path, response).catch((error: unknown) => {
      options.logger.error({ err: error, path }, 'the ops port could not answer');
      send(response, 500, 'text/plain', 'this failed; it has been logged\n');
    });
  });
  await listenOrExplain(options, async () => {
    server.listen(options.port, options.host);
    await once(server, 'listening');
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function answer({ metrics, checks }: OpsServerOptions, path: string, response: ServerResponse): Promise<void> {
  switch (path) {
    case '/healthz':
      return send(response, 200, 'application/json', '{"status":"ok"}');
    case '/readyz': {
      const readiness = await readinessOf(checks);
      return send(response, readiness.ready ? 200 : 503, 'application/json', JSON.stringify(readiness));
    }
    case '/metrics':
      return send(response, 200, metrics.contentType, await metrics.metrics());
    default:
      return send(response, 404, 'text/plain', 'not found\n');
  }
}

function send(response: ServerResponse, status: number, contentType: string, body: string): void {
  response.writeHead(status, { 'content-type': contentType, 'cache-control': 'no-store' }).end(body);
}
