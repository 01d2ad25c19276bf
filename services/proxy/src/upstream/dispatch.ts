import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { ResponseBody } from './response-body.ts';
import type { StopSignal } from './stop-signal.ts';
import type { Stoppable, Stopped } from './watchdog.ts';

/** An answer whose head has come. Header names are lower-case. */
export type UpstreamResponse = {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: ResponseBody;
};

/** Sends one request and resolves with the head of its answer; the body follows. @throws what undici says, or the reason of `signal`. */
export function dispatch(
  agent: Dispatcher,
  options: Dispatcher.DispatchOptions,
  signal: StopSignal,
): Promise<UpstreamResponse> {
  return new Promise((resolve, reject) => {
    agent.dispatch(options, new Receiver(signal, { resolve, reject }));
  });
}

type Waiting = { resolve(response: UpstreamResponse): void; reject(error: unknown): void };

/** What undici tells of one request. */
class Receiver implements Dispatcher.DispatchHandler, Stoppable {
  readonly #signal: StopSignal;
  /** Who waits for the head; nobody when it has come. */
  #head: Waiting | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #body: ResponseBody | undefined;

  constructor(signal: StopSignal, head: Waiting) {
    this.#signal = signal;
    this.#head = head;
    signal.link(this);
  }

  stop(reason: Stopped): void {
    // Nobody waits for a connection that is not there yet.
    if (this.#controller === undefined) this.#head?.reject(reason);
    else this.#controller.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#signal.reason !== undefined) controller.abort(this.#signal.reason);
  }

  onResponseStart(controller: Dispatcher.DispatchController, statusCode: number, headers: IncomingHttpHeaders): void {
    // Slices of what was read with the head, which would be kept as long as the answer is not whole.
    controller.rawHeaders = null;
    if (statusCode < 200) return;
    this.#body = new ResponseBody(controller);
    this.#head?.resolve({ statusCode, headers, body: this.#body });
    this.#head = undefined;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#body?.push(chunk);
  }

  onResponseEnd(): void {
    this.#signal.unlink(this);
    this.#body?.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#signal.unlink(this);
    if (this.#body === undefined) this.#head?.reject(error);
    else this.#body.end(error);
  }
}
