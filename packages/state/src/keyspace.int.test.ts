import { requestId, userId } from '@palimpsest/domain';
import { randomId, startOwnRedis } from '@palimpsest/testkit';
import { afterAll, expect, test, vi } from 'vitest';
import { connectRedis } from './connect-redis.ts';
import { KeyPool } from './key-pool.ts';
import { keyspace } from './keyspace.ts';
import { Sessions } from './sessions.ts';
import { testKey } from './testing/test-pool.ts';
import { monthly, oneRequest, windowsNow } from './testing/test-windows.ts';
import { UsageStream } from './usage-stream.ts';
import { UserQuota } from './user-quota.ts';

// Its own server, because every key on it is looked at.
const server = await startOwnRedis();
const redis = connectRedis({ url: server.url, onError: console.error });
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

const familyOf = (key: string) =>
  Object.values(keyspace).find(({ pattern }) => {
    const [first = '', ...rest] = pattern.split(/<[^>]+>/).map((text) => text.replaceAll(/[{}]/g, '\\$&'));
    return new RegExp(`^${[first, ...rest].join('[^{}]+')}$`).test(key);
  });

test('every key that a request leaves belongs to a family, and is of its type', async () => {
  const [user, request] = [userId(randomId('usr')), requestId(randomId('req'))];
  const windows = windowsNow([monthly('requests', 5)]);
  const [quota, pool, stream, sessions] = [
    new UserQuota(redis),
    new KeyPool(redis),
    new UsageStream(redis),
    new Sessions(redis),
  ];
  await quota.reserve({ user, request: requestId(randomId('req')), leaseMs: 1, windows, reserve: oneRequest });
  await vi.waitFor(async () => expect((await quota.read(user, [])).inFlight).toBe(0));
  await quota.reserve({ user, request, leaseMs: 60_000, windows, reserve: oneRequest });
  await stream.open({ request, leaseMs: 60_000, record: new Uint8Array([1]) });
  const key = testKey(pool);
  await key.reserve({ windows, leaseMs: 1 });
  await vi.waitFor(async () => expect((await key.read()).inFlight).toBe(0));
  await key.reserve({ windows });
  await key.sleep(60_000);
  await key.suspend('no access', 'o3');
  await sessions.append({ user, session: 's', turn: Buffer.from('t'), meta: Buffer.from('m'), keep: 4, ttlMs: 60_000 });
  await stream.append({ request: requestId(randomId('req')), event: new Uint8Array([2]) });

  const keys = await redis.keys('*');
  expect(keys).toHaveLength(16);
  for (const found of keys) expect(`${found}: ${await redis.type(found)}`).toBe(`${found}: ${familyOf(found)?.type}`);
});
