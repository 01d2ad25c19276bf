import { fromBinary } from '@bufbuild/protobuf';
import { gatewayKeyId, type Limit, remembered, type User, userId } from '@palimpsest/domain';
import { UserSchema } from '../gen/palimpsest/control/v1/snapshot_pb.ts';
import { Cursor } from './cursor.ts';
import { limitFromProto } from './limit.ts';
import { tags } from './user-tags.ts';

type GatewayKey = User['gatewayKeys'][number];

const none: readonly Limit[] = [];

/**
 * The user in the bytes of a `Record`, without a message for the record, the user and each of its parts: a proxy starts with a hundred
 * thousand of them. `undefined` for everything that `writeUser` of this version does not write; generated code reads that, or says what is
 * wrong with it.
 * @throws where a limit is none.
 */
export function readUser(record: Uint8Array): User | undefined {
  if (record[0] !== tags.record.user) return undefined;
  const cursor = new Cursor(record);
  cursor.at = 1;
  return cursor.end() === record.length ? userAt(cursor) : undefined;
}

function userAt(cursor: Cursor): User | undefined {
  const models: string[] = [];
  const gatewayKeys: GatewayKey[] = [];
  let [id, name] = ['', ''];
  let limits = none;
  let restrictsModels = false;
  while (cursor.at < cursor.bytes.length) {
    switch (cursor.number()) {
      case tags.user.id:
        id = cursor.text();
        break;
      case tags.user.name:
        name = cursor.text();
        break;
      case tags.user.limits: {
        const these = limitsAt(cursor);
        limits = limits.length === 0 ? these : [...limits, ...these];
        break;
      }
      case tags.user.restrictsModels:
        restrictsModels = cursor.number() === 1;
        break;
      case tags.user.models:
        models.push(cursor.text());
        break;
      case tags.user.gatewayKeys: {
        const gatewayKey = gatewayKeyAt(cursor);
        if (gatewayKey === undefined) return undefined;
        gatewayKeys.push(gatewayKey);
        break;
      }
      default:
        return undefined;
    }
  }
  if (cursor.at !== cursor.bytes.length) return undefined;
  return { id: userId(id), name, limits, models: restrictsModels ? models : undefined, gatewayKeys };
}

function gatewayKeyAt(cursor: Cursor): GatewayKey | undefined {
  const end = cursor.end();
  let [id, sha256] = ['', ''];
  while (cursor.at < end) {
    const tag = cursor.number();
    if (tag === tags.gatewayKey.id) id = cursor.text();
    else if (tag === tags.gatewayKey.sha256) sha256 = cursor.text();
    else return undefined;
  }
  return cursor.at === end ? { id: gatewayKeyId(id), sha256 } : undefined;
}

/** All limits that stand together, from behind the tag of the first one. */
function limitsAt(cursor: Cursor): readonly Limit[] {
  const start = cursor.at - 1;
  cursor.at = cursor.end();
  while (cursor.bytes[cursor.at] === tags.user.limits) {
    cursor.at += 1;
    cursor.at = cursor.end();
  }
  return limitsOf(cursor.bytes.toString('latin1', start, cursor.at));
}

/** Most users have the same few limits: what is written the same is read once, and is one list for all of them. */
const limitsOf = remembered(
  1000,
  (bytes: string) => bytes,
  // Elements of a field are a message that has nothing else.
  (bytes): readonly Limit[] => fromBinary(UserSchema, Buffer.from(bytes, 'latin1')).limits.map(limitFromProto),
);
