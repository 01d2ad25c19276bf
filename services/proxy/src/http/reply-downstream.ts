import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type ChatEvent, foldAnswer, type GatewayError, type RequestId } from '@palimpsest/domain';
import type { Report } from '../report.ts';
import { answerHeaders } from './answer-headers.ts';
import { answerFrame } from './dialects/openai-chat/answer-frame.ts';
import { encodeAnswer } from './dialects/openai-chat/encode-answer.ts';
import { encodeError, encodeErrorEvent, errorHeaders } from './dialects/openai-chat/encode-error.ts';
import { createStreamEncoder } from './dialects/openai-chat/encode-stream.ts';
import type { Downstream } from './downstream.ts';

export type ReplyOptions = {
  readonly requestId: RequestId;
  /** The name that the client asked for: what `model` says in the answer. */
  readonly model: string;
  readonly stream: boolean;
  readonly includeUsage: boolean;
  /** Milliseconds of silence after which a stream is opened with a comment; 0: never. */
  readonly heartbeatMs: number;
};

/** A block of its own, so that no parser takes it for data. */
const heartbeat = ':\n\n';

/** `no-transform` and `x-accel-buffering` keep proxies from holding a stream back. */
const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/** The caller's side over HTTP. Nothing is written twice and nothing after the end, whatever the order of calls. */
export function replyDownstream(response: ServerResponse, options: ReplyOptions): Downstream {
  const gone = new AbortController();
  response.once('close', () => {
    clearTimeout(timer);
    if (!response.writableFinished) gone.abort();
  });

  let known: Report | undefined;
  let encode: ((event: ChatEvent) => string) | undefined;
  let timer: NodeJS.Timeout | undefined;

  const open = (report: Report | undefined): void => {
    if (response.headersSent) return;
    response.writeHead(200, {
      ...(report === undefined ? { 'x-request-id': options.requestId } : answerHeaders(report)),
      ...streamHeaders,
    });
  };
  const beat = (): void => {
    open(known);
    response.write(heartbeat);
    timer = setTimeout(beat, options.heartbeatMs);
  };
  if (options.stream && options.heartbeatMs > 0) timer = setTimeout(beat, options.heartbeatMs);

  const encoded = (events: readonly ChatEvent[]): string => {
    encode ??= createStreamEncoder(frameOf(options, events), options.includeUsage);
    return events.map(encode).join('');
  };
  const finish = (status: number, headers: Record<string, string>, body: string): void => {
    clearTimeout(timer);
    if (response.destroyed || response.writableEnded) return;
    if (!response.headersSent)
      response.writeHead(status, { ...headers, 'content-length': String(Buffer.byteLength(body)) });
    response.end(body);
  };

  return {
    signal: gone.signal,
    note(report) {
      known = report;
    },
    async relay(events, report) {
      timer?.refresh();
      open(report);
      if (!response.write(encoded(events)) && !response.destroyed)
        await once(response, 'drain', { signal: gone.signal });
    },
    async succeed(events, report) {
      if (options.stream) {
        open(report);
        finish(200, {}, encoded(events));
        return;
      }
      const body = JSON.stringify(encodeAnswer(frameOf(options, events), foldAnswer(events)));
      finish(200, { ...answerHeaders(report), 'content-type': 'application/json; charset=utf-8' }, body);
    },
    async fail(error: GatewayError, report) {
      if (response.headersSent) finish(200, {}, encodeErrorEvent(error));
      else
        finish(
          error.status,
          { ...answerHeaders(report), ...errorHeaders(error), 'content-type': 'application/json; charset=utf-8' },
          JSON.stringify(encodeError(error)),
        );
    },
  };
}

function frameOf({ requestId, model }: ReplyOptions, events: readonly ChatEvent[]) {
  const start = events.find((event) => event.type === 'answer-start');
  return answerFrame({ requestId, model, upstreamId: start?.id, created: start?.created });
}
