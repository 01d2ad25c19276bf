import { keyspace } from './keyspace.ts';
import type { RedisClient } from './redis-client.ts';
import { countLoginAttempt } from './scripts.gen.ts';

/** A signed-in dashboard. Holds nothing that would let anybody in. */
export type OperatorSession = {
  /** Fingerprint of the operator key it was opened with: another key ends it. */
  readonly operatorKey: string;
  readonly createdAtMs: number;
};

/** Dashboard sessions, known by the SHA-256 of their token, and the logins tried from an address. */
export class OperatorSessions {
  readonly #redis: RedisClient;

  constructor(redis: RedisClient) {
    this.#redis = redis;
  }

  async open(tokenSha256: string, session: OperatorSession, lifetimeMs: number): Promise<void> {
    await this.#redis.set(keyspace.operatorSession(tokenSha256), JSON.stringify(session), 'PX', lifetimeMs);
  }

  async read(tokenSha256: string): Promise<OperatorSession | undefined> {
    const text = await this.#redis.get(keyspace.operatorSession(tokenSha256));
    return text === null ? undefined : (JSON.parse(text) as OperatorSession);
  }

  async close(tokenSha256: string): Promise<void> {
    await this.#redis.del(keyspace.operatorSession(tokenSha256));
  }

  /**
   * Counts a login that is about to be tried, before the key is looked at, so that guesses in parallel count as well.
   * Gives the attempts of this address in the window of `windowMs` that its first opened, and the ms until that window ends.
   */
  async countAttempt(
    address: string,
    windowMs: number,
  ): Promise<{ readonly attempts: number; readonly endsInMs: number }> {
    return countLoginAttempt(this.#redis, { counter: keyspace.loginAttempts(address) }, { windowMs });
  }

  /** A login that succeeded clears what was counted. */
  async clearAttempts(address: string): Promise<void> {
    await this.#redis.del(keyspace.loginAttempts(address));
  }
}
