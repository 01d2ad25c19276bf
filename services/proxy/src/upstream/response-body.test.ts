import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import type { Body, BodyReader } from './body.ts';
import { dispatch } from './dispatch.ts';
import { createUpstreamAgent } from './send.ts';
import { StopSignal } from './stop-signal.ts';
import { unpacked } from './unpacked.ts';

const agent = createUpstreamAgent();
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** The body of an answer whose sender does this when it is asked, and its connection. */
async function answered(send: (socket: Socket) => void): Promise<{ body: Body; socket: Socket }> {
  const asked = Promise.withResolvers<Socket>();
  const server = createServer((socket) => {
    closing.push(() => socket.destroy());
    socket
      .on('error', () => undefined)
      .once('data', () => {
        asked.resolve(socket);
        send(socket);
      });
  }).listen(0, '127.0.0.1');
  closing.push(() => server.close());
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { body } = await dispatch(agent, { origin, path: '/', method: 'GET' }, new StopSignal());
  return { body, socket: await asked.promise };
}

const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
const frame = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
const end = '0\r\n\r\n';

/** What a reader that wants all gets of it, one text for each time that it is given something. */
function readAll(body: Body): Promise<{ reads: string[]; error: Error | undefined }> {
  const reads: string[] = [];
  return new Promise((resolve) => {
    body.readBy({ take: (bytes) => reads.push(bytes.toString()) > 0, end: (error) => resolve({ reads, error }) });
  });
}

it('hands over together what came together', async () => {
  const { body } = await answered((socket) => socket.end(chunked + frame('one') + frame('two') + frame('three') + end));
  expect(await readAll(body)).toEqual({ reads: ['onetwothree'], error: undefined });
});

it('tells what broke it off when all that came before is read', async () => {
  const { body } = await answered((socket) => socket.write(chunked + frame('begun'), () => socket.destroy()));
  const { reads, error } = await readAll(body);
  expect(reads).toEqual(['begun']);
  expect(error).toBeInstanceOf(Error);
});

it('gives a slow reader nothing until it is ready, and holds the sender back meanwhile', async () => {
  const size = 32 * 1024 * 1024;
  const { body, socket } = await answered((sender) => {
    sender.write(`HTTP/1.1 200 OK\r\ncontent-length: ${size}\r\n\r\n`);
    sender.end(Buffer.alloc(size));
  });
  let [bytes, takes] = [0, 0];
  const ready = Promise.withResolvers<boolean>();
  const ended = new Promise<Error | undefined>((resolve) => {
    body.readBy({
      take(read) {
        bytes += read.length;
        takes += 1;
        return takes === 1 ? ready.promise : true;
      },
      end: resolve,
    });
  });
  // It has stopped when as much waits at the sender at one look as at the next.
  const looks = [-1];
  await expect
    .poll(() => looks.push(socket.writableLength) && looks.at(-1) === looks.at(-2), { interval: 100 })
    .toBe(true);
  expect([takes, socket.writableLength > size / 4]).toEqual([1, true]);
  ready.resolve(true);
  expect(await ended).toBeUndefined();
  expect(bytes).toBe(size);
});

it('keeps a connection whose reader leaves shortly before the end, and closes one that goes on', async () => {
  const leave = async (rest: string): Promise<Socket> => {
    const { body, socket } = await answered((sender) => sender.write(chunked + frame('enough')));
    await new Promise<void>((resolve) => {
      body.readBy({
        take() {
          resolve();
          return false;
        },
        end: () => undefined,
      });
    });
    socket.write(rest);
    return socket;
  };
  const since = performance.now();
  const [short, long] = await Promise.all([leave(frame('rest') + end), leave(frame('z'.repeat(100_000)))]);
  await once(long, 'close');
  // Longer than the rest of an answer is waited for.
  await expect.poll(() => performance.now() - since, { timeout: 3000 }).toBeGreaterThan(1300);
  expect(short.destroyed).toBe(false);
});

it('ends, where it is packed and broken off, when what came last is taken', async () => {
  const packed = Promise.withResolvers<BodyReader>();
  const body = unpacked({ readBy: packed.resolve, leave: () => undefined }, 'gzip');
  const [order, taken] = [[] as string[], Promise.withResolvers<boolean>()];
  const ended = new Promise<Error | undefined>((resolve) => {
    body?.readBy({
      take(bytes) {
        order.push(bytes.toString());
        return taken.promise;
      },
      end(error) {
        order.push('end');
        resolve(error);
      },
    });
  });
  const reader = await packed.promise;
  await reader.take(gzipSync('begun').subarray(0, -8));
  reader.end(new Error('cut off'));
  await expect.poll(() => order).toEqual(['begun']);
  await new Promise(setImmediate);
  expect(order).toEqual(['begun']);
  taken.resolve(true);
  expect(await ended).toMatchObject({ message: 'cut off' });
});

it('is read unpacked where it is packed, and broken off where that cannot be done', async () => {
  const packed = gzipSync('unpacked '.repeat(100_000));
  const head = `HTTP/1.1 200 OK\r\ncontent-length: ${packed.length}\r\n\r\n`;
  const send = (bytes: Buffer) => answered((socket) => socket.end(Buffer.concat([Buffer.from(head), bytes])));
  const whole = await readAll(unpacked((await send(packed)).body, 'gzip') as Body);
  expect(whole.error).toBeUndefined();
  expect(whole.reads.join('')).toBe('unpacked '.repeat(100_000));
  const noise = await readAll(unpacked((await send(Buffer.alloc(packed.length, 7))).body, 'gzip') as Body);
  expect(noise.error).toMatchObject({ code: 'Z_DATA_ERROR' });
});
