import type { RecordId } from '@palimpsest/contracts';

/** A place in the history of the configuration. Versions compare within one origin alone. */
export type Place = { readonly origin: string; readonly version: number };

/** A record as it is sent, or why it cannot be: some figure of it is larger than its field. */
export type FeedRecord = RecordId & { readonly bytes: Uint8Array | Error };

/** The whole configuration at one version. Secrets are opened while the records are read. */
export type FeedState = Place & { readonly records: () => Iterable<FeedRecord> };

export type FeedDelta = {
  readonly fromVersion: number;
  readonly to: Place;
  readonly upserts: () => Iterable<FeedRecord>;
  readonly deletes: readonly RecordId[];
};

/** Where the proxies' configuration comes from. Everything answers from memory. */
export type SnapshotFeed = {
  /** Whether the registry has been read. Until then there is no news: every place is `current`. */
  readonly ready: () => boolean;
  readonly state: () => FeedState;
  /** The next step from a place; `lost` where it is too far back or of another origin: only the state helps. */
  readonly after: (place: Place) => FeedDelta | 'current' | 'lost';
  /** Called after every change of what the others answer; gives the function that ends it. */
  readonly onChange: (listener: () => void) => () => void;
};
