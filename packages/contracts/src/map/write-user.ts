import { create, toBinary } from '@bufbuild/protobuf';
import { BinaryWriter } from '@bufbuild/protobuf/wire';
import { type Limit, remembered, type User } from '@palimpsest/domain';
import { UserSchema } from '../gen/palimpsest/control/v1/snapshot_pb.ts';
import { limitToProto } from './limit.ts';
import { tags } from './user-tags.ts';

/** Keeps its memory from record to record: to get some takes longer than to write a user. */
const writer = new BinaryWriter();

/** The bytes of a `Record` that is this user, without a message for the record, the user and each of its parts. */
export function writeUser({ id, name, limits, models, gatewayKeys }: User): Uint8Array {
  const written = limitsOf(limits);
  writer.uint32(tags.record.user).fork();
  writer.uint32(tags.user.id).string(id).uint32(tags.user.name).string(name).raw(written);
  if (models !== undefined) writer.uint32(tags.user.restrictsModels).bool(true);
  for (const model of models ?? []) writer.uint32(tags.user.models).string(model);
  for (const key of gatewayKeys) {
    writer.uint32(tags.user.gatewayKeys).fork();
    writer.uint32(tags.gatewayKey.id).string(key.id).uint32(tags.gatewayKey.sha256).string(key.sha256).join();
  }
  return writer.join().finish();
}

/** Most users have the same few limits, which are written once. A message that has nothing else is the elements of that field. */
const limitsOf = remembered(
  1000,
  (limits: readonly Limit[]) => JSON.stringify(limits),
  (limits) => toBinary(UserSchema, create(UserSchema, { limits: limits.map(limitToProto) })),
);
