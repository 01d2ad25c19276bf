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
export class ReplyDownstream implements Downstream {
  readonly signal = new StopSignal();
  readonly #response: ServerResponse;
  readonly #requestId: RequestId;
  readonly #form: AnswerForm;
  #known: Report | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(response: ServerResponse, { requestId, form, heartbeatMs }: ReplyOptions) {
    this.#response = response;
    this.#requestId = requestId;
    this.#form = form;
    if (form.isStream && heartbeatMs > 0) this.#timer = setInterval(() => this.#beat(), heartbeatMs);
    // It comes once, and `once` would hold more for it.
    response.on('close', () => this.#closed());
  }

  note(report: Report): void {
    this.#known = report;
  }

  async relay(events: readonly AnswerEvent[], report: Report, ending: StopSignal): Promise<void> {
    this.#timer?.refresh();
    this.#open(report);
    const response = this.#response;
    const text = this.#form.isStream ? this.#form.next(events) : '';
    if (!response.write(text) && !response.destroyed) await drained(response, this.signal, ending);
  }

  async succeed(events: readonly AnswerEvent[], report: Report): Promise<void> {
    const form = this.#form;
    if (form.isStream) {
      this.#finish(200, { ...answerHeaders(report), ...streamHeaders }, form.next(events));
      return;
    }
    const body = JSON.stringify(form.document(events));
    this.#finish(200, { ...answerHeaders(report), 'content-type': 'application/json; charset=utf-8' }, body);
  }

  async fail(error: GatewayError, report: Report): Promise<void> {
    if (this.#response.headersSent) {
      this.#finish(200, {}, encodeErrorEvent(error));
      return;
    }
    this.#finish(
      error.status,
      { ...answerHeaders(report), ...errorHeaders(error), 'content-type': 'application/json; charset=utf-8' },
      JSON.stringify(encodeError(error)),
    );
  }

  #open(report: Report | undefined): void {
    if (this.#response.headersSent) return;
    this.#response.writeHead(200, {
      ...(report === undefined ? { 'x-request-id': this.#requestId } : answerHeaders(report)),
      ...streamHeaders,
    });
  }

  #beat(): void {
    this.#open(this.#known);
    this.#response.write(heartbeat);
  }

  #finish(status: number, headers: Record<string, string>, body: string): void {
    clearInterval(this.#timer);
    const response = this.#response;
    if (response.destroyed || response.writableEnded) return;
    if (!response.headersSent)
      response.writeHead(status, { ...headers, 'content-length': String(Buffer.byteLength(body)) });
    response.end(body);
  }

  #closed(): void {
    clearInterval(this.#timer);
    if (!this.#response.writableFinished) this.signal.stop(new Stopped('CLIENT_GONE'));
  }
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
