import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { rememberCsrfToken } from './csrf-token.ts';
import { fetchWithToken } from './fetch-with-token.ts';

/** What a server that knows one token of the session was asked, in order. */
let asked: string[];
let server: Server;
let origin: string;
/** The token that the session has, and the one it tells of. */
let session: { takes: string; tells: string };

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = (await request.toArray()).join('');
  const token = String(request.headers['x-csrf-token'] ?? 'no token');
  asked.push(`${request.method} ${request.url} ${token} ${body}`.trim());
  const answer = (status: number, json: object) => void response.writeHead(status).end(JSON.stringify(json));
  if (request.url === '/api/v1/session') return answer(200, { csrf_token: session.tells });
  if (request.url === '/forbidden') return answer(403, { type: 'urn:palimpsest:problem:something_else' });
  if (request.method === 'GET' || token === session.takes) return answer(200, { done: true });
  return answer(403, { type: 'urn:palimpsest:problem:csrf_token_wrong' });
}

beforeEach(async () => {
  asked = [];
  session = { takes: 'new', tells: 'new' };
  server = createServer((request, response) => void serve(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  rememberCsrfToken(undefined);
  server.close();
  server.closeAllConnections();
});

const change = (path: string) =>
  fetchWithToken(new Request(`${origin}${path}`, { method: 'POST', body: 'the change' }));

it('sends a change once more, whole, where another tab has signed in meanwhile', async () => {
  rememberCsrfToken('old');
  expect(await (await change('/keys')).json()).toEqual({ done: true });
  expect(asked).toEqual(['POST /keys old the change', 'GET /api/v1/session no token', 'POST /keys new the change']);
  await change('/users');
  expect(asked.slice(3)).toEqual(['POST /users new the change']);
});

it('lets a refusal stand where the session tells of no better token, and any other refusal at once', async () => {
  rememberCsrfToken('old');
  session.tells = 'old';
  expect((await change('/keys')).status).toBe(403);
  expect(asked).toHaveLength(3);
  const response = await change('/forbidden');
  expect(await response.json()).toEqual({ type: 'urn:palimpsest:problem:something_else' });
  expect(asked).toHaveLength(4);
});

it('carries no token where nothing is changed', async () => {
  rememberCsrfToken('old');
  await fetchWithToken(new Request(`${origin}/keys`));
  expect(asked).toEqual(['GET /keys no token']);
});
