/** A Redis that tests may use. */
export interface RedisServer {
  /** `given` by `TEST_REDIS_URL`, or started by us as a `container` or a `process`. */
  readonly how: 'given' | 'container' | 'process';
  /** `redis://host:port`. */
  readonly url: string;
  /** Freezes the server: connections stay open and nothing answers. Rejects for a given server, which is not ours to freeze. */
  pause(): Promise<void>;
  /** Ends a `pause`. */
  resume(): Promise<void>;
  /** Ends the server and its data; leaves a given one alone. */
  stop(): Promise<void>;
}
