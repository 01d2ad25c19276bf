import type { AuditEntry } from './audit-log.ts';
import { keyspace } from './keyspace.ts';
import type { RedisClient } from './redis-client.ts';
import {
  type RegistryKind,
  type RegistryRecords,
  readRecord,
  readRecords,
  type Stored,
  writeRecord,
} from './registry-records.ts';
import { deleteRecord, putRecord } from './scripts.gen.ts';

const changesKept = 10_000;
const bulk = 1000;

/** `conflict`: somebody wrote the record meanwhile. `taken`: another record holds one of the claims. */
export type PutResult =
  | { readonly outcome: 'written'; readonly revision: number }
  | { readonly outcome: 'conflict' }
  | { readonly outcome: 'taken'; readonly holder: string };

/** What was sealed for a write must be sealed under `successor`, the id of a master key. */
export type Retired = { readonly outcome: 'retired'; readonly successor: string };

export type Put<Value> = {
  readonly id: string;
  /** The record that the change started from; `undefined` creates a new one. */
  readonly from: Stored<unknown> | undefined;
  readonly value: Value;
  /** What must be unique within the kind: fingerprints, hashes. */
  readonly claims?: readonly string[];
  readonly audit?: AuditEntry;
};

/**
 * What the operator configured: records by kind, each written only from the revision it was read at, so that several
 * replicas of control may run. Every write is numbered, told to those who follow (`followRegistry`) and audited in one step.
 */
export class Registry<Records extends RegistryRecords> {
  readonly #redis: RedisClient;

  constructor(redis: RedisClient) {
    this.#redis = redis;
  }

  /** Number of the last change; 0 before the first. */
  async version(): Promise<number> {
    return Number((await this.#redis.get(keyspace.registryVersion())) ?? 0);
  }

  async get<Kind extends RegistryKind>(kind: Kind, id: string): Promise<Stored<Records[Kind]> | undefined> {
    const text = await this.#redis.hget(keyspace.registryRecords(kind), id);
    return text === null ? undefined : readRecord<Records[Kind]>(id, text);
  }

  /** The id that holds a claim. */
  async holderOf(kind: RegistryKind, claim: string): Promise<string | undefined> {
    return (await this.#redis.hget(keyspace.registryUnique(kind), claim)) ?? undefined;
  }

  async count(kind: RegistryKind): Promise<number> {
    return this.#redis.hlen(keyspace.registryRecords(kind));
  }

  /** At most `limit` records whose ids come after `after`, sorted by id: in order of creation where ids are ULIDs. */
  async page<Kind extends RegistryKind>(
    kind: Kind,
    page: { readonly after?: string | undefined; readonly limit: number },
  ): Promise<Stored<Records[Kind]>[]> {
    const from = page.after === undefined ? '-' : `(${page.after}`;
    const ids = await this.#redis.zrange(keyspace.registryOrder(kind), from, '+', 'BYLEX', 'LIMIT', 0, page.limit);
    return readRecords<Records[Kind]>(this.#redis, kind, ids);
  }

  /** Every record of a kind, sorted by id, read in bulks: what changes meanwhile may be seen before or after its change. */
  async *all<Kind extends RegistryKind>(kind: Kind): AsyncGenerator<Stored<Records[Kind]>> {
    let after: string | undefined;
    for (;;) {
      const records = await this.page(kind, { after, limit: bulk });
      yield* records;
      after = records.at(-1)?.id;
      if (after === undefined) return;
    }
  }

  async put<Kind extends RegistryKind>(kind: Kind, put: Put<Records[Kind]>): Promise<PutResult> {
    const result = await this.putSealed(kind, put, '');
    if (result.outcome === 'retired') throw new Error('what is sealed under no key is under none that is retired');
    return result;
  }

  /** `sealedUnder` is the id of the master key under which something in the value was sealed for this write: refused once that key is retired. */
  async putSealed<Kind extends RegistryKind>(
    kind: Kind,
    put: Put<Records[Kind]>,
    sealedUnder: string,
  ): Promise<PutResult | Retired> {
    const claims = put.claims ?? [];
    const keys = { ...keysOf(kind), retired: keyspace.retiredMasterKeys() };
    const { outcome, revision, holder } = await putRecord(this.#redis, keys, {
      kind,
      id: put.id,
      expected: put.from?.revision ?? 0,
      record: writeRecord(put.value, claims),
      claims: [...claims],
      released: [...(put.from?.claims ?? [])],
      auditEntry: put.audit === undefined ? '' : JSON.stringify(put.audit),
      kept: changesKept,
      sealedUnder,
    });
    if (outcome === 'written') return { outcome, revision };
    if (outcome === 'retired') return { outcome, successor: holder };
    return outcome === 'taken' ? { outcome, holder } : { outcome: 'conflict' };
  }

  /** `false`: somebody wrote or deleted the record meanwhile. */
  async remove(kind: RegistryKind, from: Stored<unknown>, audit?: AuditEntry): Promise<boolean> {
    const { outcome } = await deleteRecord(this.#redis, keysOf(kind), {
      kind,
      id: from.id,
      expected: from.revision,
      released: [...from.claims],
      auditEntry: audit === undefined ? '' : JSON.stringify(audit),
      kept: changesKept,
    });
    return outcome === 'deleted';
  }
}

const keysOf = (kind: RegistryKind) => ({
  records: keyspace.registryRecords(kind),
  order: keyspace.registryOrder(kind),
  unique: keyspace.registryUnique(kind),
  version: keyspace.registryVersion(),
  changes: keyspace.registryChanges(),
  audit: keyspace.auditLog(),
});
