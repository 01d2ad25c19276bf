/**
 * The simulated provider of the bench, and the collector of its traces: HTTP by hand over a socket, since it must never be what limits a
 * contestant. What it answers is chosen by the model that is asked for. Says its port over IPC, and what it saw when asked.
 */
import { createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Stall, stallMs, stalls } from '../workloads.ts';
import { accepted, plainAnswer, refusal, streamAnswer } from './upstream-answers.ts';

const endOfHead = Buffer.from('\r\n\r\n');
const [before, after] = streamAnswer(60, 61);
const stream = Buffer.concat([before, after]);
const stalling = Object.fromEntries(
  Object.entries(stalls).map(([model, { events, before: pauseAfter }]) => [model, streamAnswer(events, pauseAfter)]),
) as Record<Stall, ReturnType<typeof streamAnswer>>;

/** When each call that was refused once got its refusal (`performance.now()`), and how long its next attempt took from there, ms. */
const refusedAt = new Map<string, number>();
const secondAfterMs: number[] = [];

function answer(socket: Socket, head: string, body: string): void {
  if (head.startsWith('POST /v1/traces')) socket.write(accepted);
  else if (body.includes('"model":"bench-refused-once"')) refuseOnce(socket, body);
  else if (!body.includes('"stream":true')) socket.write(plainAnswer);
  else void answerStream(socket, body);
}

async function answerStream(socket: Socket, body: string): Promise<void> {
  const model = (Object.keys(stalls) as Stall[]).find((name) => body.includes(`"model":"${name}"`));
  if (model === undefined) {
    socket.write(stream);
    return;
  }
  const [first, rest] = stalling[model];
  socket.write(first);
  await pause(stallMs);
  socket.write(rest);
}

function refuseOnce(socket: Socket, body: string): void {
  const call = /"user":"([^"]*)"/.exec(body)?.[1] ?? '';
  const at = refusedAt.get(call);
  if (at === undefined) {
    refusedAt.set(call, performance.now());
    socket.write(refusal);
    return;
  }
  secondAfterMs.push(performance.now() - at);
  socket.write(plainAnswer);
}

const server = createServer({ noDelay: true }, (socket) => {
  let read: Buffer = Buffer.alloc(0);
  socket.on('error', () => socket.destroy());
  socket.on('data', (bytes: Buffer) => {
    read = read.length === 0 ? bytes : Buffer.concat([read, bytes]);
    const end = read.indexOf(endOfHead);
    if (end === -1) return;
    const head = read.toString('latin1', 0, end);
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
    const whole = end + endOfHead.length + length;
    if (
      read.length < whole ||
      (/\r\ntransfer-encoding: *chunked/i.test(head) && !read.subarray(-5).equals(Buffer.from('0\r\n\r\n')))
    )
      return;
    const body = read.toString('latin1', end + endOfHead.length);
    read = Buffer.alloc(0);
    answer(socket, head, body);
  });
});
server.listen({ port: 0, host: '127.0.0.1', backlog: 8192 }, () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined });
});
process.on('message', () => process.send?.({ secondAfterMs: secondAfterMs.splice(0) }));
process.on('disconnect', () => process.exit(0));
