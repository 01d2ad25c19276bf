import { create } from '@bufbuild/protobuf';
import type { ConfigRecord } from '@palimpsest/domain';
import { type Record as ProtoRecord, RecordSchema } from '../gen/palimpsest/control/v1/snapshot_pb.ts';
import { dataKeyFromProto, dataKeyToProto } from './data-key.ts';
import { priceFromProto, priceToProto } from './price.ts';
import { providerKeyFromProto, providerKeyToProto } from './provider-key.ts';
import { routeFromProto, routeToProto } from './route.ts';
import { userFromProto, userToProto } from './user.ts';

export const recordToProto = (entry: ConfigRecord): ProtoRecord => create(RecordSchema, { record: caseOf(entry) });

function caseOf(entry: ConfigRecord): ProtoRecord['record'] {
  switch (entry.kind) {
    case 'provider-key':
      return { case: 'providerKey', value: providerKeyToProto(entry.record) };
    case 'user':
      return { case: 'user', value: userToProto(entry.record) };
    case 'route':
      return { case: 'route', value: routeToProto(entry.record) };
    case 'price':
      return { case: 'price', value: priceToProto(entry.record) };
    case 'data-key':
      return { case: 'dataKey', value: dataKeyToProto(entry.record) };
  }
}

/**
 * @throws where the record is of a kind, or has a word, that this version does not know.
 */
export function recordFromProto({ record }: ProtoRecord): ConfigRecord {
  switch (record.case) {
    case 'providerKey':
      return { kind: 'provider-key', record: providerKeyFromProto(record.value) };
    case 'user':
      return { kind: 'user', record: userFromProto(record.value) };
    case 'route':
      return { kind: 'route', record: routeFromProto(record.value) };
    case 'price':
      return { kind: 'price', record: priceFromProto(record.value) };
    case 'dataKey':
      return { kind: 'data-key', record: dataKeyFromProto(record.value) };
    case undefined:
      throw new TypeError('configuration record: unknown kind');
  }
}
