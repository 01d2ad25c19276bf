import { keyspace } from './keyspace.ts';
import type { RedisClient } from './redis-client.ts';

/** The kinds of records that control keeps. */
export const registryKinds = [
  'provider-keys',
  'users',
  'routes',
  'prices',
  'data-keys',
  'imports',
  'alert-rules',
  'webhooks',
] as const;
export type RegistryKind = (typeof registryKinds)[number];

/** What the record of each kind is; it must survive JSON. Control says it once for the whole registry. */
export type RegistryRecords = Record<RegistryKind, object>;

/** A record as it was read. `revision` is the registry's version of its last change; a write names the revision it started from. */
export type Stored<Value> = {
  readonly id: string;
  readonly revision: number;
  /** What must be unique within the kind and belongs to this record. */
  readonly claims: readonly string[];
  readonly value: Value;
};

/** `17 {"claims":[…],"value":{…}}`: Lua compares the number and never parses the rest. */
export const writeRecord = (value: object, claims: readonly string[]): string => JSON.stringify({ claims, value });

/** Reads what `put-record.lua` stored. The type is the writer's word: nobody else writes these hashes. */
export function readRecord<Value>(id: string, text: string): Stored<Value> {
  const blank = text.indexOf(' ');
  const { claims, value } = JSON.parse(text.slice(blank + 1)) as { claims: string[]; value: Value };
  return { id, revision: Number(text.slice(0, blank)), claims, value };
}

/** Reads some records of one kind in one round trip; those that are gone are left out. */
export async function readRecords<Value>(
  redis: RedisClient,
  kind: RegistryKind,
  ids: readonly string[],
): Promise<Stored<Value>[]> {
  if (ids.length === 0) return [];
  const texts = await redis.hmget(keyspace.registryRecords(kind), ...ids);
  return ids.flatMap((id, index) => {
    const text = texts[index];
    return typeof text === 'string' ? [readRecord<Value>(id, text)] : [];
  });
}
