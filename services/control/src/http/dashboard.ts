import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';
import { unknownAddress } from './refuse.ts';

const notBuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Palimpsest Gateway</title>
<p>The dashboard is not built. The operator API is at <a href="/api/v1/openapi.json">/api/v1</a>; <code>make up</code> builds the dashboard.</p></html>
`;

/** Serves the built dashboard at `/`; every address that is no file is a page of it, so that reloading one works. */
export const dashboard =
  (webDir: string): FastifyPluginAsync =>
  async (app) => {
    const root = resolve(webDir);
    if (!existsSync(join(root, 'index.html'))) {
      app.get('/', async (_, reply) => reply.type('text/html').header('cache-control', 'no-cache').send(notBuilt));
      app.setNotFoundHandler(unknownAddress);
      return;
    }
    await app.register(fastifyStatic, {
      root,
      // A route for each file: whatever is none falls to the 404 of its own scope, be it the API's or ours.
      wildcard: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        // Vite names what lies in assets/ by its content.
        const lasting = path.startsWith(join(root, 'assets'));
        reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
    app.setNotFoundHandler((request, reply) => {
      const page = request.method === 'GET' && request.headers.accept?.includes('text/html') === true;
      return page ? reply.sendFile('index.html') : unknownAddress(request);
    });
  };
