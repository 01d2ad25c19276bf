import { once } from 'node:events';
import { keyspace } from './keyspace.ts';
import type { RedisClient } from './redis-client.ts';
import { type RegistryKind, type RegistryRecords, readRecords, type Stored } from './registry-records.ts';

/** A record and its kind. */
export type StoredOf<Records extends RegistryRecords> = {
  [Kind in RegistryKind]: { readonly kind: Kind; readonly record: Stored<Records[Kind]> };
}[RegistryKind];

/** What changed from one version to a later one, each record once. */
export type RegistryDelta<Records extends RegistryRecords> =
  | {
      readonly type: 'changes';
      readonly fromVersion: number;
      readonly toVersion: number;
      /** Read after the changes, so one may be newer than `toVersion`; it then comes again with its own change. */
      readonly upserts: readonly StoredOf<Records>[];
      readonly deletes: readonly { readonly kind: RegistryKind; readonly id: string }[];
    }
  /** Changes in between are gone, or Redis lost some that were seen: read the whole registry and follow from there. The last of its sequence. */
  | { readonly type: 'gap' };

const blockMs = 2000;
const batch = 1000;

/**
 * Every change after a version, by whichever replica of control, as it happens; ends when `signal` aborts.
 * `patient` is a connection of its own that waits for Redis without a limit: it is blocked most of the time.
 * Throws where Redis answers with an error; the caller may follow again from the last version it saw.
 */
export async function* followRegistry<Records extends RegistryRecords>(
  patient: PatientRedis,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<RegistryDelta<Records>> {
  let seen = after;
  while (!signal.aborted) {
    const reply = await untilAborted(
      patient.xread('COUNT', batch, 'BLOCK', blockMs, 'STREAMS', keyspace.registryChanges(), `${seen}-0`),
      signal,
    );
    if (signal.aborted) return;
    const entries = reply?.[0]?.[1] ?? [];
    const first = entries[0];
    const lost = first === undefined ? (await versionOf(patient)) < seen : versionIn(first) !== seen + 1;
    if (lost) {
      yield { type: 'gap' };
      return;
    }
    if (first === undefined) continue;
    const toVersion = seen + entries.length;
    yield { type: 'changes', fromVersion: seen, toVersion, ...(await readChanged<Records>(patient, entries)) };
    seen = toVersion;
  }
}

type PatientRedis = RedisClient;
type Entry = readonly [id: string, fields: readonly string[]];

/** Every version is one change, so the numbers leave no hole unless changes were trimmed. */
const versionIn = ([id]: Entry): number => Number.parseInt(id, 10);

const versionOf = async (redis: PatientRedis): Promise<number> =>
  Number((await redis.get(keyspace.registryVersion())) ?? 0);

async function readChanged<Records extends RegistryRecords>(redis: PatientRedis, entries: readonly Entry[]) {
  const idsByKind = new Map<RegistryKind, Set<string>>();
  for (const [, [, kind, , id]] of entries) {
    const ids = idsByKind.get(kind as RegistryKind) ?? new Set();
    idsByKind.set(kind as RegistryKind, ids.add(id ?? ''));
  }
  const upserts: StoredOf<Records>[] = [];
  const deletes: { kind: RegistryKind; id: string }[] = [];
  for (const [kind, ids] of idsByKind) {
    const records = await readRecords<Records[typeof kind]>(redis, kind, [...ids]);
    for (const record of records) {
      ids.delete(record.id);
      upserts.push({ kind, record });
    }
    for (const id of ids) deletes.push({ kind, id });
  }
  return { upserts, deletes };
}

/** A blocked read cannot be taken back; it ends by itself within `blockMs` and nobody waits for it. */
async function untilAborted<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value | undefined> {
  const done = new AbortController();
  try {
    return await Promise.race([
      value,
      once(signal, 'abort', { signal: done.signal }).then(
        () => undefined,
        () => undefined,
      ),
    ]);
  } finally {
    done.abort();
    value.catch(() => undefined);
  }
}
