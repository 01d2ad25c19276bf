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

  it('count the failed logins of one address in a window that ends by itself', async () => {
    const address = randomId('address');
    expect(await sessions.failures(address)).toEqual({ failures: 0, endsInMs: 0 });
    await sessions.countFailure(address, 300);
    await sessions.countFailure(address, 300);
    const { failures, endsInMs } = await sessions.failures(address);
    expect(failures).toBe(2);
    expect(endsInMs).toBeLessThanOrEqual(300);
    await expect.poll(() => sessions.failures(address)).toEqual({ failures: 0, endsInMs: 0 });
  });
});
