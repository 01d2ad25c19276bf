import dns from 'node:dns';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
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
      'a header that cannot be one',
      async () => `http://127.0.0.1:${await saying('HTTP/1.1 200 OK\r\nx-y: \0\r\ncontent-length: 0\r\n\r\n')}/v1`,
    ],
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

/** While `run` goes on, this host's name is resolved so. The resolver of this machine is the world outside; nothing of ours is replaced. */
async function resolving(name: string, outcome: readonly unknown[], run: () => Promise<void>): Promise<void> {
  const known = dns.lookup;
  dns.lookup = ((...args: Parameters<typeof known>) =>
    args[0] === name
      ? process.nextTick(args.at(-1) as (...outcome: unknown[]) => void, ...outcome)
      : known(...args)) as typeof known;
  syncBuiltinESMExports();
  try {
    await run();
  } finally {
    dns.lookup = known;
    syncBuiltinESMExports();
  }
}

describe('a name service that is away', () => {
  it('is our own trouble: no key is blamed, and whoever can be reached is asked', async () => {
    const error = Object.assign(new Error('getaddrinfo EAI_AGAIN lost.invalid'), {
      code: 'EAI_AGAIN',
      syscall: 'getaddrinfo',
    });
    await resolving('lost.invalid', [error], async () => {
      const { faulty, other } = beside('lost', { baseUrl: 'http://lost.invalid/v1' });
      const response = await proxy.chat(proxy.user(), ask('lost'));
      expect(response.status).toBe(200);
      expect(steps(response)).toEqual([`openai/${faulty.id}:transient(-)`, `openai/${other.id}:success`]);
      expect(await standing(faulty)).toMatchObject({ state: 'active', failures: 0, models: [] });
      proxy.key('openai', { models: ['lost alone'], vendor: 'lost alone', baseUrl: 'http://lost.invalid/v1' });
      const alone = await proxy.chat(proxy.user(), ask('lost alone'));
      expect(alone.status).toBe(502);
      expect(await alone.json()).toMatchObject({
        error: { code: 'upstream_failed', message: expect.stringContaining('name service unavailable') },
      });
    });
  });
});

describe('a name that leads to a metadata address', () => {
  it('is our own trouble: no key is blamed, and whoever can be reached is asked', async () => {
    await resolving('rebound.invalid', [null, [{ address: '169.254.169.254', family: 4 }]], async () => {
      const keys = [1, 2, 3].map(() =>
        proxy.key('openai', { models: ['rebound'], limits: [perDay(9)], baseUrl: 'http://rebound.invalid/v1' }),
      );
      const good = proxy.key('openai', { models: ['rebound'] });
      proxy.providers.openai.plays(good.secret, answer('pong'));
      const response = await proxy.chat(proxy.user(), ask('rebound'));
      expect(response.status).toBe(200);
      expect(steps(response).at(-1)).toBe(`openai/${good.id}:success`);
      for (const key of keys) expect(await standing(key)).toMatchObject({ state: 'active' });
      expect(proxy.providers.openai.calls(good.secret)).toHaveLength(1);
    });
  });
});

describe('a refusal whose body never ends', () => {
  it('is known by its status, and the next key is asked within seconds', async () => {
    const begun = 'HTTP/1.1 429 Too Many Requests\r\nretry-after: 20\r\ncontent-length: 99\r\n\r\n{"error":{"mess';
    const endless = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.write(begun));
    });
    const { faulty, other } = beside('endless', { baseUrl: `http://127.0.0.1:${await listening(endless)}/v1` });
    const startedAt = performance.now();
    const response = await proxy.chat(proxy.user(), ask('endless'));
    expect(steps(response)).toEqual([`openai/${faulty.id}:transient(429)`, `openai/${other.id}:success`]);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    const { state, untilMs, nowMs } = (await standing(faulty)) ?? {};
    expect(state).toBe('sleeping');
    expect((untilMs ?? 0) - (nowMs ?? 0)).toBeGreaterThan(15_000);
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

  it.each([
    ['closed', (socket: Socket) => socket.destroy()],
    ['reset', (socket: Socket) => socket.resetAndDestroy()],
  ])('is tried anew at once where it was used before and is %s, and does not count', async (how, kill) => {
    const reply = JSON.stringify({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [{ index: 0, message: { role: 'assistant', content: 'pong' }, finish_reason: 'stop' }],
    });
    const served = new WeakSet<object>();
    const server = createHttpServer((request, response) => {
      if (served.has(request.socket)) return void kill(request.socket);
      served.add(request.socket);
      response.writeHead(200, { 'content-type': 'application/json' }).end(reply);
    });
    const { faulty } = beside(`reused ${how}`, { baseUrl: `http://127.0.0.1:${await listening(server)}/v1` });
    const user = proxy.user();
    for (let turn = 0; turn < 3; turn += 1) {
      const response = await proxy.chat(user, ask(`reused ${how}`));
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
