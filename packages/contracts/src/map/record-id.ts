import { create } from '@bufbuild/protobuf';
import type { ConfigKind } from '@palimpsest/domain';
import {
  type RecordId as ProtoRecordId,
  RecordIdSchema,
  RecordKind,
} from '../gen/palimpsest/control/v1/snapshot_pb.ts';

/** Names one record of the configuration. */
export type RecordId = { readonly kind: ConfigKind; readonly id: string };

const kinds = {
  'provider-key': RecordKind.PROVIDER_KEY,
  user: RecordKind.USER,
  route: RecordKind.ROUTE,
  price: RecordKind.PRICE,
  'data-key': RecordKind.DATA_KEY,
} as const satisfies Record<ConfigKind, RecordKind>;

export const recordIdToProto = ({ kind, id }: RecordId): ProtoRecordId =>
  create(RecordIdSchema, { kind: kinds[kind], id });

/** @throws where the kind is none. */
export function recordIdFromProto({ kind, id }: ProtoRecordId): RecordId {
  for (const [name, value] of Object.entries(kinds)) if (value === kind) return { kind: name as ConfigKind, id };
  throw new TypeError('record id: unknown kind');
}
