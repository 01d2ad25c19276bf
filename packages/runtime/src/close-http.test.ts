import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { closableHttp } from './close-http.ts';

/** On a port of its own, and what closes it. */
async function listening(server: Server): Promise<{ readonly close: () => Promise<void>; readonly port: number }> {
  const close = closableHttp({ server, close: promisify(server.close.bind(server)) });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { close, port: address.port };
}

describe('closing HTTP', () => {
  it('does not wait for a connection that was opened and never used', async () => {
    const server = createServer();
    const { close, port } = await listening(server);
    const unused = connect(port, '127.0.0.1');
    await Promise.all([once(unused, 'connect'), once(server, 'connection')]);
    await close();
    expect(server.listening).toBe(false);
    unused.destroy();
  });

  it('brings an answer in flight to its end, and does not wait for its idle connection', async () => {
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const server = createServer((_, response) => {
      response.write('first ');
      void mayEnd.then(() => response.end('last'));
    });
    server.keepAliveTimeout = 60_000;
    const { close, port } = await listening(server);

    const agent = new Agent({ keepAlive: true });
    const [response]: IncomingMessage[] = await once(get({ port, host: '127.0.0.1', agent }), 'response');
    const closing = close();
    end();
    let text = '';
    for await (const chunk of response ?? []) text += chunk;
    await closing;
    expect(text).toBe('first last');
    agent.destroy();
  });

  it('says with an answer that has not begun that its connection ends', async () => {
    const { promise: mayBegin, resolve: begin } = Promise.withResolvers<void>();
    const server = createServer((_, response) => void mayBegin.then(() => response.end('late')));
    const { close, port } = await listening(server);

    const agent = new Agent({ keepAlive: true });
    const request = get({ port, host: '127.0.0.1', agent });
    await once(server, 'request');
    const closing = close();
    begin();
    const [response]: IncomingMessage[] = await once(request, 'response');
    expect(response?.headers.connection).toBe('close');
    response?.resume();
    await closing;
    agent.destroy();
  });
});
