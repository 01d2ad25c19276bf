import { toBinary } from '@bufbuild/protobuf';
import type { ConfigRecord } from '@palimpsest/domain';
import { type Record as ProtoRecord, RecordSchema } from '../gen/palimpsest/control/v1/snapshot_pb.ts';
import { recordToProto } from './record.ts';

/** Told of a record that cannot be written, because some figure of it is larger than its field. */
export type OnUnfit = (entry: ConfigRecord, error: unknown) => void;

/**
 * Cuts records into parts of at most `maxBytes` as they are written, save that a larger record is a part of its own.
 * At least one part, which may be empty. A record that cannot be written is left out, so that it does not keep the others back.
 */
export function* recordParts(
  records: Iterable<ConfigRecord>,
  maxBytes: number,
  onUnfit: OnUnfit,
): Generator<ProtoRecord[]> {
  let part: ProtoRecord[] = [];
  let bytes = 0;
  for (const entry of records) {
    const written = write(entry);
    if (written instanceof Error) {
      onUnfit(entry, written);
      continue;
    }
    const { record, size } = written;
    if (part.length > 0 && bytes + size > maxBytes) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(record);
    bytes += size;
  }
  yield part;
}

function write(entry: ConfigRecord): { readonly record: ProtoRecord; readonly size: number } | Error {
  try {
    const record = recordToProto(entry);
    return { record, size: toBinary(RecordSchema, record).length };
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
