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
export function createWatchdog(stop: (code: StopCode) => void): {
  arm(ms: number, code: StopCode): void;
  disarm(): void;
} {
  let timer: NodeJS.Timeout | undefined;
  return {
    arm(ms, code) {
      clearTimeout(timer);
      timer = setTimeout(stop, ms, code);
    },
    disarm: () => clearTimeout(timer),
  };
}
