import { randomId } from '@palimpsest/testkit';
import { Redis } from 'ioredis';
import { afterAll, expect, inject, test } from 'vitest';
import { SessionActivity, type SessionPlace } from './usage-log-sessions.ts';

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

test('sessions are listed from the last answer on, each once, also where many have the same moment', async () => {
  const sessions = new SessionActivity(redis, [randomId('part'), randomId('part')]);
  const names = Array.from({ length: 250 }, (_, index) => `chat-${index}`);
  for (const [index, name] of names.entries()) await sessions.touch('usr_ada', name, index < 200 ? 70 : index);
  const seen: string[] = [];
  for await (const { session, user } of sessions.newestFirst()) seen.push(`${user}/${session}`);
  expect(seen.slice(0, 2)).toEqual(['usr_ada/chat-249', 'usr_ada/chat-248']);
  expect(seen.toSorted()).toEqual(names.map((name) => `usr_ada/${name}`).toSorted());
});

test('a list goes on after the place where a page ended', async () => {
  const sessions = new SessionActivity(redis, [randomId('part'), randomId('part')]);
  for (const [session, atMs] of Object.entries({ a: 10, b: 20, c: 20, d: 30 }))
    await sessions.touch('u', session, atMs);
  const after = async (place?: SessionPlace) => {
    let seen = '';
    for await (const { session } of sessions.newestFirst(place)) seen += session;
    return seen;
  };
  expect(await after()).toBe('dcba');
  expect(await after({ atMs: 20, member: 'u c' })).toBe('ba');
  expect(await sessions.drop('u', 'b')).toBe(true);
  expect(await sessions.drop('u', 'b')).toBe(false);
  expect(await after()).toBe('dca');
});
