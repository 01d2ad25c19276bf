import { randomUUID } from 'node:crypto';
import type { RecordId } from '@palimpsest/contracts';
import type { ConfigKind, ConfigRecord } from '@palimpsest/domain';
import type { RegistryDelta, RegistryKind } from '@palimpsest/state';
import type { FeedDelta, FeedRecord, SnapshotFeed } from '../grpc/snapshot-feed.ts';
import type { ControlRecords } from '../registry-records.ts';
import type { Keyring } from '../vault/keyring.ts';
import { type Held, hold, writtenDown } from './hold.ts';
import { openedRecord } from './to-config-record.ts';

export type Changes = Extract<RegistryDelta<ControlRecords>, { type: 'changes' }>;

/**
 * The registry as this replica has read it, secrets sealed as they are stored: they are opened only while they are sent.
 * Keeps the latest deltas, so that a proxy that was away for a moment need not get everything again.
 */
export type Mirror = SnapshotFeed & {
  readonly version: () => number;
  /** Takes a whole reading of the registry in the place of what there was. Places of before are lost. */
  readonly replace: (version: number, all: readonly Held[]) => void;
  /** Sends everything anew where something went without its secret: it may open now. */
  readonly resendLocked: () => void;
  /** Takes the next changes; they start at the version that the mirror stands at. */
  readonly apply: (changes: Changes) => void;
};

const deltasKept = 1000;

export function mirror(keyring: Keyring): Mirror {
  let place = { origin: '', version: 0 };
  let sentLocked = false;
  let held = byKind([]);
  const deltas = new Map<number, FeedDelta>();
  const listeners = new Set<() => void>();

  const tell = () => {
    for (const listener of listeners) listener();
  };
  const opened = function* (some: readonly Held[]): Generator<FeedRecord> {
    const newest = newestOf(held['data-keys'].keys());
    for (const one of some) {
      if ('sent' in one) {
        yield one.sent;
        continue;
      }
      const record = openedRecord(keyring, one.sealed, newest);
      if (isLocked(record)) sentLocked = true;
      if (record !== undefined) yield writtenDown(record);
    }
  };

  return {
    ready: () => place.origin !== '',
    version: () => place.version,
    state() {
      // Copied, not read while it is sent: under one number goes what there was at that number.
      const all = Object.values(held).flatMap((ofKind) => [...ofKind.values()]);
      return { ...place, records: () => opened(all) };
    },
    after({ origin, version }) {
      if (place.origin === '' || (origin === place.origin && version === place.version)) return 'current';
      return (origin === place.origin ? deltas.get(version) : undefined) ?? 'lost';
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    replace(version, all) {
      place = { origin: randomUUID(), version };
      held = byKind(all);
      deltas.clear();
      tell();
    },
    resendLocked() {
      if (!sentLocked) return;
      sentLocked = false;
      place = { ...place, origin: randomUUID() };
      deltas.clear();
      tell();
    },
    apply({ fromVersion, toVersion, upserts, deletes }) {
      const news = upserts.flatMap((entry) => hold(entry) ?? []);
      for (const { kind, id } of deletes) held[kind].delete(id);
      for (const one of news) held[one.kind].set(one.id, one);
      place = { ...place, version: toVersion };
      // With another data key the newest one is another: the others change with it.
      const moved = [...upserts, ...deletes].some(({ kind }) => kind === 'data-keys');
      const sent = moved ? [...news.filter(({ kind }) => kind !== 'data-keys'), ...held['data-keys'].values()] : news;
      deltas.set(fromVersion, { fromVersion, to: place, upserts: () => opened(sent), deletes: idsOf(deletes) });
      const [oldest] = deltas.keys();
      if (deltas.size > deltasKept && oldest !== undefined) deltas.delete(oldest);
      tell();
    },
  };
}

function byKind(all: readonly Held[]): Record<RegistryKind, Map<string, Held>> {
  const of = (kind: RegistryKind) => new Map(all.filter((one) => one.kind === kind).map((one) => [one.id, one]));
  return {
    'provider-keys': of('provider-keys'),
    users: of('users'),
    routes: of('routes'),
    prices: of('prices'),
    'data-keys': of('data-keys'),
    imports: of('imports'),
    'alert-rules': of('alert-rules'),
    webhooks: of('webhooks'),
  };
}

/** Whether it is sent without a secret that is stored. */
const isLocked = (record: ConfigRecord | undefined): boolean =>
  record === undefined || (record.kind === 'provider-key' && record.record.secret === undefined);

/** Ids are ULIDs: the greatest is the newest. */
const newestOf = (ids: Iterable<string>): string | undefined => [...ids].sort().at(-1);

/** What proxies have no use for is `undefined`. */
const configKinds: Record<RegistryKind, ConfigKind | undefined> = {
  'provider-keys': 'provider-key',
  users: 'user',
  routes: 'route',
  prices: 'price',
  'data-keys': 'data-key',
  imports: undefined,
  'alert-rules': undefined,
  webhooks: undefined,
};

const idsOf = (deletes: Changes['deletes']): RecordId[] =>
  deletes.flatMap(({ kind, id }) => {
    const configKind = configKinds[kind];
    return configKind === undefined ? [] : [{ kind: configKind, id }];
  });
