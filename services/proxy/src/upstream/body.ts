/** Who takes a body as it comes. Neither may throw: nobody stands behind them. */
export type BodyReader = {
  /** The next bytes, and whether more are wanted. Of a promise the end is waited for before any more come. */
  take(bytes: Buffer): boolean | Promise<boolean>;
  /** All have come, or `error` broke the body off. Not called where no more were wanted. */
  end(error?: Error): void;
};

/**
 * The body of one answer. It is pushed to its reader, and nobody pulls: what waits for the next bytes, for minutes and in thousands of
 * calls at once, is one object, and not a chain of promises and functions that stand still.
 */
export type Body = {
  /** To be called once; what has come already is handed over soon. */
  readBy(reader: BodyReader): void;
  /** Nobody wants any more of it. */
  leave(): void;
};
