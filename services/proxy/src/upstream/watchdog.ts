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

/** One timer for one attempt: armed anew at each sign of life, it stops the attempt with its code. */
export class Watchdog {
  readonly #stop: (code: StopCode) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(stop: (code: StopCode) => void) {
    this.#stop = stop;
  }

  /** Milliseconds without another call of this or of `disarm`, and it stops. */
  arm(ms: number, code: StopCode): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#stop, ms, code);
  }

  disarm(): void {
    clearTimeout(this.#timer);
  }
}
