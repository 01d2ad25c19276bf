import { create, toBinary } from '@bufbuild/protobuf';
import { type Limit, remembered, type User } from '@palimpsest/domain';
import { UserSchema } from '../gen/palimpsest/control/v1/snapshot_pb.ts';
import { FieldWriter } from './field-writer.ts';
import { limitToProto } from './limit.ts';
import { tags } from './user-tags.ts';

/** Writing waits for nothing, so that one of them is enough. */
const fields = new FieldWriter();

/** The bytes of a `Record` that is this user, without a message for the record, the user and each of its parts. */
export function writeUser(user: User): Uint8Array {
  // These are written by another writer where they are new.
  const limits = limitsOf(user.limits);
  return fields.bytesOf(() =>
    fields.message(tags.record.user, user, ({ id, name, models, gatewayKeys }) => {
      fields.text(tags.user.id, id);
      fields.text(tags.user.name, name);
      fields.written(limits);
      fields.yes(tags.user.restrictsModels, models !== undefined);
      for (const model of models ?? []) fields.given(tags.user.models, model);
      for (const key of gatewayKeys) fields.message(tags.user.gatewayKeys, key, writeGatewayKey);
    }),
  );
}

function writeGatewayKey({ id, sha256 }: User['gatewayKeys'][number]): void {
  fields.text(tags.gatewayKey.id, id);
  fields.text(tags.gatewayKey.sha256, sha256);
}

/** Most users have the same few limits, which are written once. A message that has nothing else is the elements of that field. */
const limitsOf = remembered(
  1000,
  (limits: readonly Limit[]) => JSON.stringify(limits),
  (limits) => toBinary(UserSchema, create(UserSchema, { limits: limits.map(limitToProto) })),
);
