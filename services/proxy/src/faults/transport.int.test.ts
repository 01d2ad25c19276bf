import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { answer, freePort, hang, resetConnection } from '@palimpsest/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { perDay } from '../testing/per-day.ts';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

let proxy: ProxyUnderTest;
const servers: Server[] = [];
beforeAll(async () => {
  proxy = await startProxyUnderTest({ PALIMPSEST_PLAIN_TIMEOUT_MS: '300' });
});
afterAll(async () => {
  await proxy.stop();
  for (const server of servers) server.close();
});

const listening = async (server: Server): Promise<number> => {
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

const saying = (text: string) =>
  listening(
    createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(text));
    }),
  );

const ask = (model: string) => ({ model, messages: [{ role: 'user', content: 'ping' }] });
const steps = (response: Response) => response.headers.get('x-palimpsest-trail')?.split(', ') ?? [];

/** A key that meets the fault, and one of another vendor after it. */
function beside(name: string, options: { baseUrl?: string; secret?: string }) {
  const faulty = proxy.key('openai', { models: [name], vendor: name, limits: [perDay(9)], ...options });
  const other = proxy.key('openai', { models: [name], vendor: `${name} elsewhere` });
  proxy.providers.openai.plays(other.secret, answer('pong'));
  return { faulty, other };
}

const standing = async (key: { id: ReturnType<ProxyUnderTest['key']>['id'] }) =>
  (await proxy.pool.read([{ tag: key.id, key: key.id, limits: [] }]))[0];

describe('no connection, or none that speaks HTTP, blames no key and leads to another vendor', () => {
  it.each([
    ['a port where nobody listens', async () => `http://127.0.0.1:${await freePort()}/v1`],
    ['a host that does not exist', async () => 'http://no-such-host.invalid/v1'],
    ['a server without TLS', async () => proxy.providers.openai.baseUrl.replace('http:', 'https:')],
    ['a server of something else', async () => `http://127.0.0.1:${await saying('SSH-2.0-OpenSSH_9.9\r\n')}/v1`],
    [
      'headers without end',
      async () => `http://127.0.0.1:${await saying(`HTTP/1.1 200 OK\r\nx-y: ${'y'.repeat(200_000)}\r\n\r\n`)}/v1`,
    ],
  ])('%s', async (name, baseUrl) => {
    const { faulty, other } = beside(name, { baseUrl: await baseUrl() });
    const response = await proxy.chat(proxy.user(), ask(name));
    expect(response.status).toBe(200);
    expect(steps(response)).toEqual([`openai/${faulty.id}:transient(-)`, `openai/${other.id}:success`]);
    expect(await standing(faulty)).toMatchObject({ state: 'active', failures: 0, models: [] });
  });
});

describe('a secret that no header can carry', () => {
  it('suspends its key, and is repeated nowhere', async () => {
    const { faulty, other } = beside('unsendable', { secret: 'sk-secret-of-two\nlines-in-a-row' });
    const response = await proxy.chat(proxy.user(), ask('unsendable'));
    expect(steps(response)).toEqual([`openai/${faulty.id}:rejected(-)`, `openai/${other.id}:success`]);
    expect(await standing(faulty)).toMatchObject({ state: 'suspended', reason: 'secret cannot be a header' });
    expect(`${proxy.logs.join('\n')}${await response.text()}`).not.toMatch(/sk-secret-of-two|lines-in-a-row/);
  });
});

describe('a connection that dies before any answer', () => {
  it('is one attempt where it was fresh, and blames nobody', async () => {
    const { faulty, other } = beside('fresh', {});
    proxy.providers.openai.plays(faulty.secret, resetConnection());
    const response = await proxy.chat(proxy.user(), ask('fresh'));
    expect(steps(response)).toEqual([`openai/${faulty.id}:transient(-)`, `openai/${other.id}:success`]);
    expect(await standing(faulty)).toMatchObject({ state: 'active', failures: 0 });
  });

  it('is tried anew at once where it was used before, and does not count', async () => {
    const reply = JSON.stringify({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [{ index: 0, message: { role: 'assistant', content: 'pong' }, finish_reason: 'stop' }],
    });
    const served = new WeakSet<object>();
    const server = createHttpServer((request, response) => {
      if (served.has(request.socket)) return void request.socket.destroy();
      served.add(request.socket);
      response.writeHead(200, { 'content-type': 'application/json' }).end(reply);
    });
    const { faulty } = beside('reused', { baseUrl: `http://127.0.0.1:${await listening(server)}/v1` });
    const user = proxy.user();
    for (let turn = 0; turn < 3; turn += 1) {
      const response = await proxy.chat(user, ask('reused'));
      expect(response.status).toBe(200);
      expect(steps(response)).toEqual([`openai/${faulty.id}:success`]);
    }
    server.closeAllConnections();
  });
});

describe('a request that was sent and never answered', () => {
  it('is tried once more and not twice, since each may be billed', async () => {
    const keys = [3, 2, 1].map((rank) =>
      proxy.key('openai', { models: ['silent'], vendor: `silent ${rank}`, limits: [perDay(rank * 10)] }),
    );
    for (const key of keys) proxy.providers.openai.plays(key.secret, hang());
    const response = await proxy.chat(proxy.user(), ask('silent'));
    expect(response.status).toBe(502);
    expect(keys.map(({ secret }) => proxy.providers.openai.calls(secret).length)).toEqual([1, 1, 0]);
  });
});
