import { setImmediate } from 'node:timers/promises';
import type { MessageInitShape } from '@bufbuild/protobuf';
import { type RecordId, recordIdToProto, recordParts, type WatchSnapshotsResponseSchema } from '@palimpsest/contracts';
import type { FeedDelta, FeedRecord, FeedState } from './snapshot-feed.ts';

export type Push = MessageInitShape<typeof WatchSnapshotsResponseSchema>;

/** Told of a record that cannot be sent. */
export type OnUnfit = (record: RecordId, error: Error) => void;

/** Far below the 4 MB of a message, and little enough for a proxy to take in between two requests. */
const partBytes = 64 * 1024;

/** The whole state as pushes. Other work gets its turn after each. */
export async function* pushState({ origin, version, records }: FeedState, onUnfit: OnUnfit): AsyncGenerator<Push> {
  for (const [part, last] of withLast(recordParts(fitting(records(), onUnfit), partBytes))) {
    yield { push: { case: 'statePart', value: { origin, version: BigInt(version), last, records: part } } };
    await setImmediate();
  }
}

/**
 * One delta as pushes; its deletions stand in the first. What cannot be written is deleted with the last: better that a record is not there
 * than that one holds which was changed.
 */
export async function* pushDelta(
  { fromVersion, to, upserts, deletes }: FeedDelta,
  onUnfit: OnUnfit,
): AsyncGenerator<Push> {
  const versions = { fromVersion: BigInt(fromVersion), toVersion: BigInt(to.version) };
  let left = deletes.map(recordIdToProto);
  const noteUnfit: OnUnfit = (record, error) => {
    left.push(recordIdToProto(record));
    onUnfit(record, error);
  };
  for (const [part, last] of withLast(recordParts(fitting(upserts(), noteUnfit), partBytes))) {
    yield { push: { case: 'delta', value: { ...versions, last, upserts: part, deletes: left } } };
    left = [];
    await setImmediate();
  }
}

export const pushHeartbeat = (version: number): Push => ({
  push: { case: 'heartbeat', value: { version: BigInt(version) } },
});

function* fitting(records: Iterable<FeedRecord>, onUnfit: OnUnfit): Generator<Uint8Array> {
  for (const { kind, id, bytes } of records) {
    if (bytes instanceof Error) onUnfit({ kind, id }, bytes);
    else yield bytes;
  }
}

function* withLast<Value>(values: Iterable<Value>): Generator<[value: Value, last: boolean]> {
  let held: { readonly value: Value } | undefined;
  for (const value of values) {
    if (held !== undefined) yield [held.value, false];
    held = { value };
  }
  if (held !== undefined) yield [held.value, true];
}
