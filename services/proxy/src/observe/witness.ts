import type { AnswerEvent, GatewayError } from '@palimpsest/domain';
import type { Downstream } from '../http/downstream.ts';
import type { Report } from '../report.ts';
import type { StopSignal } from '../upstream/stop-signal.ts';
import type { CallEnd } from './traced-call.ts';

/** The caller's side of a call, and how the call ended there. */
export class Witness implements Downstream {
  readonly #downstream: Downstream;
  #end: CallEnd & { readonly cause?: unknown } = notEnded;

  constructor(downstream: Downstream) {
    this.#downstream = downstream;
  }

  get end(): CallEnd & { readonly cause?: unknown } {
    return this.#end;
  }

  get signal(): StopSignal {
    return this.#downstream.signal;
  }

  note(report: Report): void {
    this.#downstream.note(report);
  }

  relay(events: readonly AnswerEvent[], report: Report, ending: StopSignal): Promise<void> {
    return this.#downstream.relay(events, report, ending);
  }

  succeed(events: readonly AnswerEvent[], report: Report): Promise<void> {
    this.#end = { report, code: undefined };
    return this.#downstream.succeed(events, report);
  }

  fail(error: GatewayError, report: Report): Promise<void> {
    this.#end = { report, code: error.code, cause: error.cause };
    return this.#downstream.fail(error, report);
  }
}

const notEnded = { report: undefined, code: undefined };
