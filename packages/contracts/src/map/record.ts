import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import type { ConfigRecord } from '@palimpsest/domain';
import { type Record as ProtoRecord, RecordSchema } from '../gen/palimpsest/control/v1/snapshot_pb.ts';
import { dataKeyFromProto, dataKeyToProto } from './data-key.ts';
import { priceFromProto, priceToProto } from './price.ts';
import { providerKeyFromProto, providerKeyToProto } from './provider-key.ts';
import { readUser } from './read-user.ts';
import { routeFromProto, routeToProto } from './route.ts';
import { userFromProto } from './user.ts';
import { writeUser } from './write-user.ts';

/**
 * A record of the configuration as it goes to the proxies.
 * @throws where some figure of it is larger than its field.
 */
export function encodeRecord(entry: ConfigRecord): Uint8Array {
  switch (entry.kind) {
    case 'provider-key':
      return encode({ case: 'providerKey', value: providerKeyToProto(entry.record) });
    case 'user':
      return writeUser(entry.record);
    case 'route':
      return encode({ case: 'route', value: routeToProto(entry.record) });
    case 'price':
      return encode({ case: 'price', value: priceToProto(entry.record) });
    case 'data-key':
      return encode({ case: 'dataKey', value: dataKeyToProto(entry.record) });
  }
}

const encode = (record: ProtoRecord['record']): Uint8Array => toBinary(RecordSchema, create(RecordSchema, { record }));

/**
 * Reads what `encodeRecord` wrote.
 * @throws where the record is of a kind, or has a word, that this version does not know, or is cut short.
 */
export function decodeRecord(bytes: Uint8Array): ConfigRecord {
  const user = readUser(bytes);
  if (user !== undefined) return { kind: 'user', record: user };
  const { record } = fromBinary(RecordSchema, bytes);
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
