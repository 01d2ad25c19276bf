import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { isJsonObject, type Json, type JsonObject, parseJson } from '@palimpsest/domain';
import { type Dialect, isRefusal, type Operation } from './dialect.ts';
import { type KeyScripts, keyScripts } from './key-scripts.ts';
import { playStep } from './play-step.ts';
import type { SimulatedCall } from './simulated-call.ts';

/** A provider of our own on this machine, as strict as the real one. */
export type SimulatedProvider = Pick<KeyScripts, 'plays' | 'forgets' | 'calls'> & {
  /** What a key's `base_url` must be. */
  readonly baseUrl: string;
  /** The names that its list of models shows from now on. */
  lists(...models: readonly string[]): void;
  /** Cuts every connection and stops listening. */
  close(): Promise<void>;
};

/** Starts a simulated provider on a free port of one of this machine's addresses. */
export async function startSimulatedProvider(dialect: Dialect, host = '127.0.0.1'): Promise<SimulatedProvider> {
  const keys = keyScripts();
  let models = dialect.defaultModels;
  const server = createServer((request, response) => {
    handle(dialect, keys, models, request, response).catch((error: unknown) => {
      // A fault of the simulation: seen as what it is, on the terminal and by the caller.
      console.error('simulated provider:', error);
      response.destroy();
    });
  }).listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has no TCP address');
  return {
    baseUrl: `http://${host}:${address.port}${dialect.basePath}`,
    plays: keys.plays,
    forgets: keys.forgets,
    calls: keys.calls,
    lists(...names) {
      models = names;
    },
    async close() {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function handle(
  dialect: Dialect,
  keys: KeyScripts,
  models: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const parsed = parseJson((await buffer(request)).toString('utf8'));
  const body = isJsonObject(parsed) ? parsed : {};
  const url = new URL(request.url ?? '/', 'http://provider');
  const operation = dialect.operation(request.method ?? 'GET', url, body);
  if (isRefusal(operation)) return reply(response, operation.status, operation.body);
  if (operation.kind === 'models' && dialect.modelsOpen) return reply(response, 200, dialect.models(models));
  const secret = dialect.secretOf(request.headers);
  if (typeof secret !== 'string') return reply(response, secret.status, secret.body);
  if (!keys.knows(secret)) {
    const refusal = dialect.unknownSecret(secret);
    return reply(response, refusal.status, refusal.body);
  }
  switch (operation.kind) {
    case 'models':
      return reply(response, 200, dialect.models(models));
    case 'document':
      return reply(response, 200, operation.body);
    case 'chat':
    case 'embeddings': {
      const call = newCall(request, url, body, secret, operation, keys.calls(secret).length);
      const step = keys.enter(call);
      response.on('close', () => {
        call.closedBy ??= response.writableFinished ? 'provider' : 'caller';
      });
      const refusal = operation.kind === 'chat' ? dialect.refuse(body, call) : dialect.refuseEmbeddings(body);
      if (refusal === undefined) return playStep(step, { dialect, call, response });
      call.status = refusal.status;
      return reply(response, refusal.status, refusal.body);
    }
  }
}

function reply(response: ServerResponse, status: number, body: Json): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const newCall = (
  request: IncomingMessage,
  url: URL,
  body: JsonObject,
  secret: string,
  operation: Extract<Operation, { kind: 'chat' | 'embeddings' }>,
  index: number,
): SimulatedCall => ({
  atMs: Date.now(),
  index,
  secret,
  path: url.pathname,
  headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
  body,
  model: operation.model ?? '',
  stream: operation.stream,
  operation: operation.kind,
  status: undefined,
  eventsSent: 0,
  bytesSent: 0,
  closedBy: undefined,
});
