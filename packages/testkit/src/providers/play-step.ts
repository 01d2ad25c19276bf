import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Answer } from './answer.ts';
import type { Dialect } from './dialect.ts';
import type { SimulatedCall } from './simulated-call.ts';
import type { Delivery, Step } from './step.ts';

type Stage = { readonly dialect: Dialect; readonly call: SimulatedCall; readonly response: ServerResponse };

/** Does one step. Resolves once nothing more will be sent; a step that holds the connection leaves it open. */
export async function playStep(step: Step, stage: Stage): Promise<void> {
  const { response, call, dialect } = stage;
  switch (step.do) {
    case 'hang':
      return;
    case 'reset':
      return reset(stage);
    case 'send':
      return sendWhole(stage, step.status, step.headers, step.body);
    case 'fail': {
      const body = JSON.stringify(step.body ?? dialect.failure(step.status, call));
      return sendWhole(stage, step.status, { 'content-type': 'application/json', ...step.headers }, body);
    }
    case 'answer': {
      const { delivery } = step;
      await delivery.after;
      if (delivery.delayMs !== undefined) await wait(delivery.delayMs);
      if (response.destroyed) return;
      const asStream = delivery.as === undefined ? call.stream : delivery.as === 'stream';
      return asStream ? stream(stage, step.answer, delivery) : plain(stage, step.answer, delivery);
    }
  }
}

function sendWhole(
  stage: Stage,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array,
): void {
  stage.response.writeHead(status, headers);
  stage.call.status = status;
  stage.call.bytesSent += Buffer.byteLength(body);
  stage.response.end(body);
}

function reset({ call, response }: Stage): void {
  call.closedBy = 'provider';
  response.socket?.resetAndDestroy();
}

function plain(stage: Stage, answer: Answer, delivery: Delivery): void {
  const { dialect, call, response } = stage;
  const document = call.operation === 'chat' ? dialect.plain(answer, call) : dialect.embeddings(call);
  const body = JSON.stringify(document);
  const headers = { 'content-type': delivery.contentType ?? 'application/json', ...delivery.headers };
  if (delivery.cutAfterEvents === undefined && delivery.stallAfterEvents === undefined) {
    sendWhole(stage, 200, headers, body);
    return;
  }
  const half = body.slice(0, body.length / 2);
  call.status = 200;
  call.bytesSent += Buffer.byteLength(half);
  response.writeHead(200, headers);
  response.write(half, () => {
    if (delivery.stallAfterEvents === undefined) end(stage, delivery);
  });
}

async function stream(stage: Stage, answer: Answer, delivery: Delivery): Promise<void> {
  const { dialect, call, response } = stage;
  const { frames, done } = dialect.stream(answer, call);
  const events = delivery.done === false ? frames : [...frames, ...done];
  call.status = 200;
  response.writeHead(200, { 'content-type': delivery.contentType ?? dialect.streamType, ...delivery.headers });
  response.flushHeaders();
  for (const event of events) {
    if (call.eventsSent === delivery.cutAfterEvents) return end(stage, delivery);
    if (call.eventsSent === delivery.stallAfterEvents) return keepAlive(stage, delivery);
    if (delivery.paceMs !== undefined && call.eventsSent > 0) await wait(delivery.paceMs);
    if (response.destroyed) return;
    for (let times = delivery.keepAlives ?? 0; times > 0; times--) await write(stage, dialect.keepAlive);
    await write(stage, event);
    call.eventsSent += 1;
  }
  response.end();
}

async function write({ call, response }: Stage, text: string): Promise<void> {
  call.bytesSent += Buffer.byteLength(text);
  if (response.write(text) || response.destroyed) return;
  // Whichever comes first takes the other's listener with it.
  const over = new AbortController();
  const { signal } = over;
  await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })].map(quietly));
  over.abort();
}

const quietly = (waiting: Promise<unknown>): Promise<unknown> => waiting.catch(() => undefined);

function end(stage: Stage, delivery: Delivery): void {
  if (delivery.cutBy === 'reset') reset(stage);
  else stage.response.end();
}

async function keepAlive(stage: Stage, delivery: Delivery): Promise<void> {
  if (delivery.keepAliveEveryMs === undefined) return;
  while (!stage.response.destroyed) {
    await wait(delivery.keepAliveEveryMs);
    await write(stage, stage.dialect.keepAlive);
  }
}
