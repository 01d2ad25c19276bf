import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

/** More than the connections between hold. */
const pieces = 600;
const piece = 'y'.repeat(30_000);

let proxy: ProxyUnderTest;
let baseUrl: string;
const chunk = (delta: object, finish: string | null) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

/** Since when nobody takes more of the answer, ms. */
let stuckAt = Number.POSITIVE_INFINITY;
const provider = createServer((request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  let sent = 0;
  const more = (): void => {
    stuckAt = Number.POSITIVE_INFINITY;
    while (sent < pieces) {
      sent += 1;
      if (!response.write(chunk({ content: piece }, null))) {
        stuckAt = performance.now();
        return;
      }
    }
    response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`);
  };
  response.on('drain', more);
  more();
});

beforeAll(async () => {
  proxy = await startProxyUnderTest({ PALIMPSEST_REQUEST_TIMEOUT_MS: '2000' });
  provider.listen(0, '127.0.0.1');
  await once(provider, 'listening');
  baseUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
});
afterAll(async () => {
  await proxy.stop();
  provider.close();
});

/** A caller that asks and reads nothing of the answer. */
function callerOf(user: { key: string }, model: string, more = ''): Socket {
  const body = JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: 'ping' }] });
  const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1');
  socket.on('error', () => undefined).pause();
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: gateway\r\nauthorization: Bearer ${user.key}\r\ncontent-type: application/json\r\n` +
      `x-palimpsest-stream: passthrough\r\n${more}content-length: ${body.length}\r\n\r\n${body}`,
  );
  return socket;
}

it('lets go of a call whose time is over, though its caller does not read', { timeout: 15_000 }, async () => {
  const user = proxy.user();
  const key = proxy.key('openai', { models: ['unread'], baseUrl });
  const caller = callerOf(user, 'unread');
  await vi.waitFor(() => expect(proxy.built.held.size).toBe(1));
  await vi.waitFor(() => expect(proxy.built.held.size).toBe(0), { timeout: 5000 });
  expect(await proxy.events(user)).toMatchObject([{ outcome: 'failed', errorCode: 'gateway_timeout' }]);
  expect(await proxy.redis.zcard(`pgw:v1:{k:${key.id}}:leases`)).toBe(0);
  caller.destroy();
});

it('brings an answer with an idempotency key to its end, though its caller left it half read', {
  timeout: 15_000,
}, async () => {
  const user = proxy.user();
  proxy.key('openai', { models: ['left'], baseUrl });
  const caller = callerOf(user, 'left', 'idempotency-key: once\r\n');
  await vi.waitFor(() => expect(proxy.built.held.size).toBe(1));
  await vi.waitFor(() => expect(performance.now() - stuckAt).toBeGreaterThan(200));
  caller.destroy();
  await vi.waitFor(() => expect(proxy.built.held.size).toBe(0), { timeout: 5000 });
  expect(await proxy.events(user)).toMatchObject([{ outcome: 'success' }]);
});
