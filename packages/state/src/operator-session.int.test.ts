import { randomId } from '@palimpsest/testkit';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { connectRedis } from './connect-redis.ts';
import { OperatorSessions } from './operator-session.ts';

const redis = connectRedis({ url: inject('redisUrl'), onError: () => undefined });
const sessions = new OperatorSessions(redis);
afterAll(() => redis.disconnect());

describe('operator sessions', () => {
  it('are there until they are closed or their time is over', async () => {
    const [closed, expired] = [randomId('token'), randomId('token')];
    const session = { operatorKey: 'abc', createdAtMs: 1 };
    await sessions.open(closed, session, 60_000);
    await sessions.open(expired, session, 20);
    expect(await sessions.read(closed)).toEqual(session);
    await sessions.close(closed);
    expect(await sessions.read(closed)).toBeUndefined();
    await expect.poll(() => sessions.read(expired)).toBeUndefined();
  });

  it('count the logins tried from one address, in a window that ends by itself or with a success', async () => {
    const address = randomId('address');
    const counted = await Promise.all([1, 2, 3].map(() => sessions.countAttempt(address, 300)));
    expect(new Set(counted.map(({ attempts }) => attempts))).toEqual(new Set([1, 2, 3]));
    for (const { endsInMs } of counted) expect(endsInMs).toBeLessThanOrEqual(300);
    await expect.poll(async () => (await sessions.countAttempt(address, 300)).attempts).toBe(1);
    await sessions.clearAttempts(address);
    expect((await sessions.countAttempt(address, 300)).attempts).toBe(1);
  });
});
