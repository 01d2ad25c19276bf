import { create } from '@bufbuild/protobuf';
import type { DataKey } from '@palimpsest/domain';
import { DataKeySchema, type DataKey as ProtoDataKey } from '../gen/palimpsest/control/v1/snapshot_pb.ts';

export const dataKeyToProto = (dataKey: DataKey): ProtoDataKey => create(DataKeySchema, dataKey);

/** @throws where the key has not 32 bytes. */
export function dataKeyFromProto({ id, key, newest }: ProtoDataKey): DataKey {
  if (key.length !== 32) throw new TypeError('data key: not 32 bytes');
  // A copy: what was read is a window of the whole message, with the secrets of others in it.
  return { id, key: key.slice(), newest };
}
