import { GatewayKeySchema, RecordSchema, UserSchema } from '../gen/palimpsest/control/v1/snapshot_pb.ts';
import { tagsOf } from './field-writer.ts';

/** The tags in a user's record. */
export const tags = {
  record: tagsOf(RecordSchema),
  user: tagsOf(UserSchema),
  gatewayKey: tagsOf(GatewayKeySchema),
};
