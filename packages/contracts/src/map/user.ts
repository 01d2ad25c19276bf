import { create } from '@bufbuild/protobuf';
import { gatewayKeyId, type User, userId } from '@palimpsest/domain';
import { type User as ProtoUser, UserSchema } from '../gen/palimpsest/control/v1/snapshot_pb.ts';
import { limitFromProto, limitToProto } from './limit.ts';

export const userToProto = (user: User): ProtoUser =>
  create(UserSchema, {
    id: user.id,
    name: user.name,
    limits: user.limits.map(limitToProto),
    restrictsModels: user.models !== undefined,
    models: [...(user.models ?? [])],
    gatewayKeys: user.gatewayKeys.map(({ id, sha256 }) => ({ id, sha256 })),
  });

/** @throws where a limit is none. */
export const userFromProto = (user: ProtoUser): User => ({
  id: userId(user.id),
  name: user.name,
  limits: user.limits.map(limitFromProto),
  models: user.restrictsModels ? user.models : undefined,
  gatewayKeys: user.gatewayKeys.map(({ id, sha256 }) => ({ id: gatewayKeyId(id), sha256 })),
});
