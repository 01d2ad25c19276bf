import { keyspace } from './keyspace.ts';
import type { RedisClient } from './redis-client.ts';
import type { RegistryKind } from './registry-records.ts';
import { registryKinds } from './registry-records.ts';
import { usagePartitions } from './usage-partition.ts';

/** What may have changed: records of a kind, the audit log, the request log with all that follows from it, or alerts. */
export type Change = RegistryKind | 'audit' | 'log' | 'alerts';

type Marks = { readonly version: number; readonly audit: string; readonly log: string; readonly alerts: string };

/** Beyond so many changes at once, records of every kind may have changed. */
const mostChanges = 1000;

/** Finds out cheaply whether anything changed since it was asked last, whichever process changed it. */
export class ChangeMarks {
  readonly #redis: RedisClient;
  #last: Marks | undefined;

  constructor(redis: RedisClient) {
    this.#redis = redis;
  }

  /** What changed since the call before; the first finds nothing. An entry of the log that takes the place of another is not seen. */
  async changed(): Promise<Set<Change>> {
    const [last, now] = [this.#last, await this.#read()];
    this.#last = now;
    const changes = new Set<Change>();
    if (last === undefined) return changes;
    for (const mark of ['audit', 'log', 'alerts'] as const) if (last[mark] !== now[mark]) changes.add(mark);
    if (last.version !== now.version) for (const kind of await this.#kindsSince(last.version)) changes.add(kind);
    return changes;
  }

  /** Forgets what was seen: the next call finds nothing again. */
  reset(): void {
    this.#last = undefined;
  }

  async #read(): Promise<Marks> {
    const redis = this.#redis;
    const [version, audit, alerts, ...log] = await Promise.all([
      redis.get(keyspace.registryVersion()),
      redis.xlen(keyspace.auditLog()),
      redis.get(keyspace.alertVersion()),
      ...usagePartitions.flatMap((partition) => [
        redis.hlen(keyspace.requestEntries(partition)),
        redis.zcard(keyspace.requestLog(partition)),
      ]),
    ]);
    return { version: Number(version ?? 0), audit: String(audit), alerts: alerts ?? '', log: log.join() };
  }

  async #kindsSince(version: number): Promise<readonly RegistryKind[]> {
    const from = `(${version}-0`;
    const entries = await this.#redis.xrange(keyspace.registryChanges(), from, '+', 'COUNT', mostChanges);
    // None: Redis lost what was seen, and whatever came instead is older.
    if (entries.length === 0 || entries.length === mostChanges) return registryKinds;
    return entries.map(([, [, kind]]) => kind as RegistryKind);
  }
}
