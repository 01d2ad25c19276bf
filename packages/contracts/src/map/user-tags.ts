import type { DescField } from '@bufbuild/protobuf';
import { WireType } from '@bufbuild/protobuf/wire';
import { GatewayKeySchema, RecordSchema, UserSchema } from '../gen/palimpsest/control/v1/snapshot_pb.ts';

const text = ({ number }: DescField): number => (number << 3) | WireType.LengthDelimited;
const flag = ({ number }: DescField): number => (number << 3) | WireType.Varint;

/** What stands before each field of a user's record on the wire: its number and how long it is (protobuf.dev, "Encoding"). */
export const tags = {
  record: { user: text(RecordSchema.field.user) },
  user: {
    id: text(UserSchema.field.id),
    name: text(UserSchema.field.name),
    limits: text(UserSchema.field.limits),
    restrictsModels: flag(UserSchema.field.restrictsModels),
    models: text(UserSchema.field.models),
    gatewayKeys: text(UserSchema.field.gatewayKeys),
  },
  gatewayKey: { id: text(GatewayKeySchema.field.id), sha256: text(GatewayKeySchema.field.sha256) },
};
