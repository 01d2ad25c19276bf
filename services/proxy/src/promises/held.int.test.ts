import { once } from 'node:events';
import { Session } from 'node:inspector/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { perDay } from '../testing/per-day.ts';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

// Bytes are counted that are left when all garbage is gone. What stands on both sides of the proxy is in them: sockets, and nothing else.
let proxy: ProxyUnderTest;
let baseUrl: string;
const session = new Session();
const waiting: Socket[] = [];

const chunk = (delta: object, finish: string | null): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }], obfuscation })}\n\n`;
/** Of one chunk alone: nobody keeps it. */
const obfuscation = 'z'.repeat(20_000);

/** Begins an answer when the whole request has come, and goes on when it is told to. */
const provider = createServer((socket) => {
  let left: number | undefined;
  socket
    .on('error', () => undefined)
    .on('data', (read: Buffer) => {
      left ??= Number(/\r\ncontent-length: (\d+)/i.exec(read.toString('latin1'))?.[1]) + read.indexOf('\r\n\r\n') + 4;
      left -= read.length;
      if (left > 0) return;
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n');
      socket.write(chunk({ content: 'begun' }, null), () => waiting.push(socket));
    });
});

beforeAll(async () => {
  proxy = await startProxyUnderTest();
  session.connect();
  provider.listen(0, '127.0.0.1');
  await once(provider, 'listening');
  baseUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
});
afterAll(async () => {
  session.disconnect();
  await proxy.stop();
  provider.close();
});

async function heldBytes(): Promise<number> {
  // What the first one finds may free more.
  for (let again = 0; again < 3; again += 1) await session.post('HeapProfiler.collectGarbage');
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** What each of so many streams holds that wait for the middle of their answers, with a prompt of so many letters. */
async function heldPerStream(name: string, streams: number, letters: number): Promise<number> {
  const model = `gpt-held-${name}`;
  const user = proxy.user({ limits: [perDay(1_000_000)] });
  for (let made = 0; made < 10; made += 1)
    proxy.key('openai', { models: [model], limits: [perDay(1_000_000)], baseUrl });
  const body = JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: 'x'.repeat(letters) }] });
  const request = Buffer.from(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${user.key}\r\n` +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  const call = (): Promise<string> => {
    const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1');
    socket.write(request);
    return text(socket);
  };
  const goOn = (): void => {
    for (const socket of waiting.splice(0)) socket.end(chunk({ content: ' and ended' }, null) + chunk({}, 'stop'));
  };
  // What is made once for all calls is not a stream's.
  const first = Promise.all(Array.from({ length: streams }, call));
  await vi.waitFor(() => expect(waiting).toHaveLength(streams), 10_000);
  goOn();
  await first;

  const before = await heldBytes();
  const calls = Promise.all(Array.from({ length: streams }, call));
  await vi.waitFor(() => expect(waiting).toHaveLength(streams), 10_000);
  const held = (await heldBytes()) - before;
  goOn();
  for (const answer of await calls) expect(answer).toContain('ended');
  return held / streams;
}

describe('a buffered stream that waits', () => {
  it('holds its prompt twice: as it was understood, and as it went out', { timeout: 30_000 }, async () => {
    const letters = 400_000;
    const perStream = await heldPerStream('prompt', 20, letters);
    expect(perStream / letters).toBeLessThan(2.5);
  });

  it('holds nothing of what it has read but what it said', { timeout: 30_000 }, async () => {
    // A call with its two connections, and their other ends, take 26 KB; a read is 20 KB.
    expect((await heldPerStream('read', 200, 100)) / 1024).toBeLessThan(29);
  });
});
