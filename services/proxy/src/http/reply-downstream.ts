import type { ServerResponse } from 'node:http';
import type { AnswerEvent, GatewayError, RequestId } from '@palimpsest/domain';
import type { Report } from '../report.ts';
import { StopSignal } from '../upstream/stop-signal.ts';
import { Stopped } from '../upstream/watchdog.ts';
import type { AnswerForm } from './answer-form.ts';
import { answerHeaders } from './answer-headers.ts';
import { encodeError, encodeErrorEvent, errorHeaders } from './dialects/openai-chat/encode-error.ts';
import type { Downstream } from './downstream.ts';

export type ReplyOptions = {
  readonly requestId: RequestId;
  readonly form: AnswerForm;
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
export function replyDownstream(response: ServerResponse, { requestId, form, heartbeatMs }: ReplyOptions): Downstream {
  const gone = new StopSignal();
  response.once('close', () => {
    clearTimeout(timer);
    if (!response.writableFinished) gone.stop(new Stopped('CLIENT_GONE'));
  });

  let known: Report | undefined;
  let timer: NodeJS.Timeout | undefined;

  const open = (report: Report | undefined): void => {
    if (response.headersSent) return;
    response.writeHead(200, {
      ...(report === undefined ? { 'x-request-id': requestId } : answerHeaders(report)),
      ...streamHeaders,
    });
  };
  const beat = (): void => {
    open(known);
    response.write(heartbeat);
    timer = setTimeout(beat, heartbeatMs);
  };
  if (form.stream !== undefined && heartbeatMs > 0) timer = setTimeout(beat, heartbeatMs);

  const encoded = (events: readonly AnswerEvent[]): string => form.stream?.(events) ?? '';
  const finish = (status: number, headers: Record<string, string>, body: string): void => {
    clearTimeout(timer);
    if (response.destroyed || response.writableEnded) return;
    if (!response.headersSent)
      response.writeHead(status, { ...headers, 'content-length': String(Buffer.byteLength(body)) });
    response.end(body);
  };

  return {
    signal: gone,
    note(report) {
      known = report;
    },
    async relay(events, report, ending) {
      timer?.refresh();
      open(report);
      if (!response.write(encoded(events)) && !response.destroyed) await drained(response, gone, ending);
    },
    async succeed(events, report) {
      if (form.stream !== undefined) {
        finish(200, { ...answerHeaders(report), ...streamHeaders }, encoded(events));
        return;
      }
      const body = JSON.stringify(form.document(events));
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

/** Resolves when the caller has taken what was written, or one of the signals is stopped. */
function drained(response: ServerResponse, ...signals: readonly StopSignal[]): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      for (const leave of leaves) leave();
      response.off('drain', end);
      resolve();
    };
    response.on('drain', end);
    const leaves: (() => void)[] = [];
    for (const signal of signals) leaves.push(signal.onStop(end));
  });
}
