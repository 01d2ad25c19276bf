/** Why a running attempt is stopped by us. */
export type StopCode =
  | 'CLIENT_GONE'
  | 'DEADLINE'
  | 'SHUTDOWN'
  | 'FIRST_BYTE_TIMEOUT'
  | 'STALL_TIMEOUT'
  | 'PLAIN_TIMEOUT'
  | 'ANSWER_TOO_LARGE';

/** The reason given to an attempt's abort signal. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
  readonly code: StopCode;
  constructor(code: StopCode) {
    super(code);
    this.code = code;
  }
}

/** What can be stopped. */
export type Stoppable = { stop(reason: Stopped): void };

/** One timer for one attempt: armed anew at each sign of life, it stops the attempt with its code. */
export class Watchdog {
  readonly #attempt: Stoppable;
  #timer: NodeJS.Timeout | undefined;
  #ms = 0;
  /** Why it would stop the attempt; `undefined` while it is disarmed. */
  #code: StopCode | undefined;
  #hasEnded = false;

  constructor(attempt: Stoppable) {
    this.#attempt = attempt;
  }

  /** Milliseconds without another call of this or of `disarm`, and it stops. */
  arm(ms: number, code: StopCode): void {
    if (this.#hasEnded) return;
    this.#code = code;
    // Every read of a stream arms it for as long as the one before.
    if (this.#timer !== undefined && ms === this.#ms) {
      this.#timer.refresh();
      return;
    }
    clearTimeout(this.#timer);
    this.#ms = ms;
    this.#timer = setTimeout(late, ms, this);
  }

  /** Stops nothing until it is armed again. */
  disarm(): void {
    this.#code = undefined;
  }

  /** Nothing arms it any more. */
  end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
  }

  /** Stops the attempt, unless it is disarmed. */
  bark(): void {
    if (this.#code !== undefined) this.#attempt.stop(new Stopped(this.#code));
  }
}

const late = (watchdog: Watchdog): void => watchdog.bark();
