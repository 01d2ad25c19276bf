import { type RegistryKind, registryKinds, type Stored } from '@palimpsest/state';
import type { ControlRecords, ControlRegistry } from '../registry-records.ts';
import type { Binding, Sealable } from '../vault/envelope.ts';

/** Where the envelopes lie. */
const places = {
  'provider-key': { kind: 'provider-keys', field: 'sealedSecret' },
  'data-key': { kind: 'data-keys', field: 'sealedKey' },
  webhook: { kind: 'webhooks', field: 'sealedSecret' },
} as const satisfies Record<Sealable, { readonly kind: RegistryKind; readonly field: string }>;

/** A record with an envelope in it, as it was read. */
export type SealedRecord = {
  readonly id: string;
  readonly binding: Binding;
  readonly envelope: string;
  /** Puts another envelope into its place. `false`: somebody wrote the record meanwhile. */
  readonly replace: (envelope: string) => Promise<boolean>;
  /** The record as it is now; `undefined` where it is gone. */
  readonly reread: () => Promise<SealedRecord | undefined>;
};

/** Every record of what has such a secret, sorted by id. */
export async function* sealedRecords(registry: ControlRegistry, of: Sealable): AsyncGenerator<SealedRecord> {
  for await (const record of registry.all(places[of].kind)) yield sealedRecord(registry, of, record);
}

function sealedRecord<Of extends Sealable>(
  registry: ControlRegistry,
  of: Of,
  record: Stored<ControlRecords[(typeof places)[Of]['kind']]>,
): SealedRecord {
  const { id, value, claims } = record;
  const { kind, field }: { kind: (typeof places)[Of]['kind']; field: string } = places[of];
  const envelope: unknown = new Map<string, unknown>(Object.entries(value)).get(field);
  return {
    id,
    binding: `${of}|${id}`,
    envelope: typeof envelope === 'string' ? envelope : '',
    async replace(next) {
      const put = { id, from: record, value: { ...value, [field]: next }, claims };
      return (await registry.put(kind, put)).outcome === 'written';
    },
    async reread() {
      const now = await registry.get(kind, id);
      return now === undefined ? undefined : sealedRecord(registry, of, now);
    },
  };
}

/** The ids of all records in which an envelope lies, by the id of the master key that it is sealed under. Looks into every kind of record. */
export async function sealedUnder(registry: ControlRegistry): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  for (const kind of registryKinds)
    for await (const { id, value } of registry.all(kind))
      for (const [, key = ''] of JSON.stringify(value).matchAll(/"v1\.([0-9a-f]{8})\.[\w-]+\.[\w-]+"/g))
        found.set(key, [...(found.get(key) ?? []), id]);
  return found;
}
