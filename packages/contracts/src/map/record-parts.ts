import { toBinary } from '@bufbuild/protobuf';
import type { ConfigRecord } from '@palimpsest/domain';
import { type Record as ProtoRecord, RecordSchema } from '../gen/palimpsest/control/v1/snapshot_pb.ts';
import { recordToProto } from './record.ts';

/**
 * Cuts records into parts of at most `maxBytes` as they are written, save that a larger record is a part of its own.
 * At least one part, which may be empty.
 */
export function* recordParts(records: Iterable<ConfigRecord>, maxBytes: number): Generator<ProtoRecord[]> {
  let part: ProtoRecord[] = [];
  let bytes = 0;
  for (const entry of records) {
    const record = recordToProto(entry);
    const size = toBinary(RecordSchema, record).length;
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
