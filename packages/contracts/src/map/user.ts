import { gatewayKeyId, type User, userId } from '@palimpsest/domain';
import type { User as ProtoUser } from '../gen/palimpsest/control/v1/snapshot_pb.ts';
import { limitFromProto } from './limit.ts';

/** @throws where a limit is none. */
export const userFromProto = (user: ProtoUser): User => ({
  id: userId(user.id),
  name: user.name,
  limits: user.limits.map(limitFromProto),
  models: user.restrictsModels ? user.models : undefined,
  gatewayKeys: user.gatewayKeys.map(({ id, sha256 }) => ({ id: gatewayKeyId(id), sha256 })),
});
