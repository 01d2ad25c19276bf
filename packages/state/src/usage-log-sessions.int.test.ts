import { randomId } from '@palimpsest/testkit';
import { Redis } from 'ioredis';
import { afterAll, expect, inject, test } from 'vitest';
import { SessionActivity } from './usage-log-sessions.ts';

const redis = new Redis(inject('redisUrl'));
afterAll(() => redis.quit());

test('a session is active from its last answer on, counted once for each user', async () => {
  const sessions = new SessionActivity(redis, [randomId('part'), randomId('part')]);
  await sessions.touch('usr_ada', 'chat', 100);
  await sessions.touch('usr_ada', 'chat', 50);
  await sessions.touch('usr_bob', 'chat', 80);
  await sessions.touch('usr_bob', 'other', 60);
  expect(await sessions.count(0)).toBe(3);
  expect(await sessions.count(80)).toBe(2);
  await sessions.forget(80);
  expect(await sessions.count(0)).toBe(2);
});
