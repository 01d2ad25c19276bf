import type { AuditEntry } from './audit-log.ts';
import { keyspace } from './keyspace.ts';
import type { RedisClient } from './redis-client.ts';
import {
  announceMasterKeys,
  endRotation,
  holdRotation,
  readMasterKeyHolders,
  retireMasterKeys,
} from './scripts.gen.ts';

/** A running control, and the ids of the master keys that it has. */
export type MasterKeyHolder = { readonly name: string; readonly keys: readonly string[] };

export type Retirement = {
  /** Who has the right to rotate. */
  readonly holder: string;
  /** The ids of the keys that retire. */
  readonly ids: readonly string[];
  /** The id of the key in their place. */
  readonly successor: string;
  readonly audit: AuditEntry;
};

/** Which master keys the running controls have, and who rotates them. Ids alone: no key comes near Redis. */
export class MasterKeys {
  readonly #redis: RedisClient;

  constructor(redis: RedisClient) {
    this.#redis = redis;
  }

  /** Holds for `leaseMs`. `was`: what the same control said before. */
  async announce(holder: MasterKeyHolder, was: MasterKeyHolder | undefined, leaseMs: number): Promise<void> {
    const ask = { holder: textOf(holder), was: was === undefined ? '' : textOf(was), leaseMs };
    await announceMasterKeys(this.#redis, holdersKey(), ask);
  }

  /** A control that stops. */
  async leave(holder: MasterKeyHolder): Promise<void> {
    await this.#redis.zrem(keyspace.masterKeyHolders(), textOf(holder));
  }

  /** The controls that run. */
  async holders(): Promise<MasterKeyHolder[]> {
    const { living } = await readMasterKeyHolders(this.#redis, holdersKey(), {});
    return living.map((text) => JSON.parse(text) as MasterKeyHolder);
  }

  /** Takes or keeps the right to rotate for `leaseMs`. 0 where it is held, else the ms until the other's ends unless that one keeps it. */
  async hold(holder: string, leaseMs: number): Promise<number> {
    const { held, freeInMs } = await holdRotation(this.#redis, leaseKey(), { holder, leaseMs });
    return held === 1 ? 0 : Math.max(1, freeInMs);
  }

  /** Gives the right to rotate back. */
  async release(holder: string): Promise<void> {
    await endRotation(this.#redis, leaseKey(), { holder });
  }

  /** From here on a write of what was sealed under one of `ids` is refused. `false`: the right to rotate is lost, and nothing was changed. */
  async retire({ holder, ids, successor, audit }: Retirement): Promise<boolean> {
    const keys = { ...leaseKey(), retired: keyspace.retiredMasterKeys(), audit: keyspace.auditLog() };
    const ask = { holder, ids: [...ids], successor, auditEntry: JSON.stringify(audit) };
    return (await retireMasterKeys(this.#redis, keys, ask)).outcome !== 'lost';
  }
}

const holdersKey = () => ({ holders: keyspace.masterKeyHolders() });
const leaseKey = () => ({ lease: keyspace.rotationLease() });
const textOf = ({ name, keys }: MasterKeyHolder): string => JSON.stringify({ name, keys });
