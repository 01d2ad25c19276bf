import type { Json } from '@palimpsest/domain';
import { keyspace } from './keyspace.ts';
import type { RedisClient } from './redis-client.ts';

/** One operator action as it is stored; its time is Redis's own. Secrets are left out by who makes the entry. */
export type AuditEntry = {
  /** `aud_` and a ULID. */
  readonly id: string;
  /** `operator`, `dashboard`, `import` or `command`. */
  readonly actor: string;
  /** `key.create` */
  readonly action: string;
  /** The id or name of what was acted on. */
  readonly target: string;
  /** The address that it came from; `null` where it came from the gateway itself. */
  readonly from: string | null;
  readonly before: Json;
  readonly after: Json;
};

export type LoggedAudit = AuditEntry & {
  readonly atMs: number;
  /** Where the next page of older entries begins. */
  readonly cursor: string;
};

/** Which entries are read: times are Unix ms, `fromMs` included, `toMs` excluded. */
export type AuditPage = {
  readonly before?: string | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  readonly limit: number;
};

/** Every operator action, kept for good. Changes of the registry write their entry themselves, in the same step. */
export class AuditLog {
  readonly #redis: RedisClient;

  constructor(redis: RedisClient) {
    this.#redis = redis;
  }

  /** For actions that change no record of the registry: suspend, resume, sign in. */
  async append(entry: AuditEntry): Promise<void> {
    await this.#redis.xadd(keyspace.auditLog(), '*', 'entry', JSON.stringify(entry));
  }

  /** Newest first; `before` is the cursor of the last entry seen, of a page with the same times. */
  async page({ before, fromMs = 0, toMs, limit }: AuditPage): Promise<LoggedAudit[]> {
    if (toMs !== undefined && toMs <= 0) return [];
    const last = toMs === undefined ? '+' : String(toMs - 1);
    const newest =
      before === undefined || Number.parseInt(before, 10) >= (toMs ?? Number.POSITIVE_INFINITY) ? last : `(${before}`;
    const entries = await this.#redis.xrevrange(
      keyspace.auditLog(),
      newest,
      String(Math.max(0, fromMs)),
      'COUNT',
      limit,
    );
    return entries.map(([cursor, fields]) => ({
      ...(JSON.parse(fields[1] ?? '') as AuditEntry),
      atMs: Number.parseInt(cursor, 10),
      cursor,
    }));
  }
}
