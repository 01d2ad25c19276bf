import type { AnswerEvent, GatewayError } from '@palimpsest/domain';
import type { Report } from '../report.ts';
import type { StopSignal } from '../upstream/stop-signal.ts';

/** The caller's side of one call, without a word of HTTP. */
export type Downstream = {
  /** Stopped when the caller goes away before the answer is out. */
  readonly signal: StopSignal;
  /** What is known so far, for the case that the answer has to be opened before its outcome. */
  note(report: Report): void;
  /**
   * Sends these events of a streamed answer now: what the caller has seen is not taken back. Resolves when the caller can take more, has
   * left, or `ending` is stopped: nobody waits for a caller longer than the call lasts.
   */
  relay(events: readonly AnswerEvent[], report: Report, ending: StopSignal): Promise<void>;
  /** The whole answer, or the rest of one that was relayed. */
  succeed(events: readonly AnswerEvent[], report: Report): Promise<void>;
  fail(error: GatewayError, report: Report): Promise<void>;
};
