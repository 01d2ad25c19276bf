import { createHash, randomBytes } from 'node:crypto';
import { newGatewayKeyId, newUserId } from '@palimpsest/runtime';
import { type RedisClient, Registry, type RegistryRecords } from '@palimpsest/state';

/** What differs from user to user. The rest of the record is control's, and copied. */
type UserRecord = {
  readonly id: string;
  readonly gatewayKeys: readonly { readonly id: string; readonly sha256: string }[];
};
type Records = RegistryRecords & { readonly users: UserRecord };

const atOnce = 500;

/**
 * So many further users, each like the first one of the registry but with an id and a gateway key of its own. Written by the function that
 * control writes with, without its HTTP: a hundred thousand calls of the operator API would take longer than the bench. Gives the
 * gateway keys.
 *
 * @throws where the registry has no user yet.
 */
export async function addUsers(redis: RedisClient, count: number): Promise<string[]> {
  const registry = new Registry<Records>(redis);
  const [first] = await registry.page('users', { limit: 1 });
  if (first === undefined) throw new Error('there is no user to copy');
  const one = async (): Promise<string> => {
    const gatewayKey = `pgw_live_${randomBytes(32).toString('base64url')}`;
    const sha256 = createHash('sha256').update(gatewayKey).digest('hex');
    const gatewayKeys = first.value.gatewayKeys.slice(0, 1).map((key) => ({ ...key, id: newGatewayKeyId(), sha256 }));
    const id = newUserId();
    await registry.put('users', { id, from: undefined, value: { ...first.value, id, gatewayKeys }, claims: [sha256] });
    return gatewayKey;
  };
  const made: string[] = [];
  while (made.length < count)
    made.push(...(await Promise.all(Array.from({ length: Math.min(atOnce, count - made.length) }, one))));
  return made;
}
