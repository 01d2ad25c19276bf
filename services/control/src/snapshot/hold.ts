import { encodeRecord } from '@palimpsest/contracts';
import { type ConfigRecord, recordId } from '@palimpsest/domain';
import type { RegistryKind, StoredOf } from '@palimpsest/state';
import type { FeedRecord } from '../grpc/snapshot-feed.ts';
import type { ControlRecords } from '../registry-records.ts';
import { plainRecord, type SealedEntry } from './to-config-record.ts';

export type Entry = StoredOf<ControlRecords>;

/**
 * A record of the registry as a replica keeps it. One without a secret is kept as the proxies get it, written down once for all of them and
 * in half the memory; one with a secret stays sealed until it is sent.
 */
export type Held = { readonly kind: RegistryKind; readonly id: string } & (
  | { readonly sent: FeedRecord }
  | { readonly sealed: SealedEntry }
);

/** `undefined` for what proxies have no use for: the memory of imports, and what is between operators and us. */
export function hold(entry: Entry): Held | undefined {
  const { kind, record } = entry;
  switch (kind) {
    case 'provider-keys':
    case 'data-keys':
      return { kind, id: record.id, sealed: entry };
    case 'users':
      return { kind, id: record.id, sent: written('user', record.id, () => plainRecord(entry)) };
    case 'routes':
      return { kind, id: record.id, sent: written('route', record.id, () => plainRecord(entry)) };
    case 'prices':
      return { kind, id: record.id, sent: written('price', record.id, () => plainRecord(entry)) };
    case 'imports':
    case 'alert-rules':
    case 'webhooks':
      return undefined;
  }
}

/** A record in bytes. */
export const writtenDown = (record: ConfigRecord): FeedRecord => written(record.kind, recordId(record), () => record);

function written(kind: ConfigRecord['kind'], id: string, read: () => ConfigRecord): FeedRecord {
  try {
    // Small buffers share memory; each array that the encoder makes has some of its own, and twice as much around it.
    return { kind, id, bytes: Buffer.from(encodeRecord(read())) };
  } catch (error) {
    return { kind, id, bytes: error instanceof Error ? error : new Error(String(error)) };
  }
}
