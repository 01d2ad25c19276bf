import { keyspace } from './keyspace.ts';
import type { RedisClient } from './script.ts';
import { countFailedLogin } from './scripts.gen.ts';

/** A signed-in dashboard. Holds nothing that would let anybody in. */
export type OperatorSession = {
  /** Fingerprint of the operator key it was opened with: another key ends it. */
  readonly operatorKey: string;
  readonly createdAtMs: number;
};

/** Dashboard sessions, known by the SHA-256 of their token, and the failed logins of an address. */
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

  /** Failed logins of an address in the current window of `windowMs`, and the milliseconds until that window ends. */
  async failures(address: string): Promise<{ readonly failures: number; readonly endsInMs: number }> {
    const key = keyspace.failedLogins(address);
    const [failures, endsInMs] = await Promise.all([this.#redis.get(key), this.#redis.pttl(key)]);
    return { failures: Number(failures ?? 0), endsInMs: Math.max(0, endsInMs) };
  }

  async countFailure(address: string, windowMs: number): Promise<void> {
    await countFailedLogin(this.#redis, { failures: keyspace.failedLogins(address) }, { windowMs });
  }
}
