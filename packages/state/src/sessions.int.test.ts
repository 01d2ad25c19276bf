import { userId } from '@palimpsest/domain';
import { randomId } from '@palimpsest/testkit';
import { expect, test, vi } from 'vitest';
import { Sessions, type Turn } from './sessions.ts';
import { testRedis } from './testing/test-redis.ts';

const redis = testRedis();
const sessions = new Sessions(redis);
const newSession = () => ({ user: userId(randomId('usr')), session: 'my session' });
const turnOf = (text: string, more: Partial<Turn> = {}): Omit<Turn, 'user' | 'session'> => ({
  turn: Buffer.from(text),
  meta: Buffer.from(`meta ${text}`),
  keep: 4,
  ttlMs: 60_000,
  ...more,
});
const texts = async (ref: ReturnType<typeof newSession>): Promise<string[]> =>
  (await sessions.read(ref)).turns.map((turn) => turn.toString());

test('a session begins empty', async () => {
  expect(await sessions.read(newSession())).toEqual({ meta: null, turns: [] });
});

test('turns come back byte for byte, the oldest first, and only those of the window', async () => {
  const ref = newSession();
  for (const text of ['1', '2', '3', '4', '5']) await sessions.append({ ...ref, ...turnOf(text) });
  const binary = Buffer.from([0, 255, 128, 10, 13]);
  await sessions.append({ ...ref, ...turnOf('', { turn: binary }) });
  const { meta, turns } = await sessions.read(ref);
  expect(turns.slice(0, 3).map(String)).toEqual(['3', '4', '5']);
  expect(turns[3]).toEqual(binary);
  expect(meta?.toString()).toBe('meta ');
});

test('a turn without a prompt of its own leaves the one that is there', async () => {
  const ref = newSession();
  await sessions.append({ ...ref, ...turnOf('a') });
  await sessions.append({ ...ref, ...turnOf('b', { meta: undefined }) });
  expect((await sessions.read(ref)).meta?.toString()).toBe('meta a');
  expect(await texts(ref)).toEqual(['a', 'b']);
});

test('turns that end at the same time are all kept whole', async () => {
  const ref = newSession();
  const all = Array.from({ length: 20 }, (_, index) => `turn ${index}`);
  await Promise.all(all.map((text) => sessions.append({ ...ref, ...turnOf(text, { keep: 20 }) })));
  expect((await texts(ref)).toSorted()).toEqual(all.toSorted());
});

test('a turn that is stored again after a lost connection is there once', async () => {
  const ref = newSession();
  for (const text of ['a', 'b', 'a']) await sessions.append({ ...ref, ...turnOf(text) });
  expect(await texts(ref)).toEqual(['a', 'b']);
});

test('the same session id under another user is another session', async () => {
  const ref = newSession();
  await sessions.append({ ...ref, ...turnOf('mine') });
  expect(await texts({ ...newSession(), session: ref.session })).toEqual([]);
});

test('an idle session is forgotten', async () => {
  const ref = newSession();
  await sessions.append({ ...ref, ...turnOf('a', { ttlMs: 100 }) });
  await vi.waitFor(async () => expect(await sessions.read(ref)).toEqual({ meta: null, turns: [] }));
});

test('the id of a session is in no key', async () => {
  const ref = { ...newSession(), session: `secret-${randomId('s')}` };
  await sessions.append({ ...ref, ...turnOf('a') });
  const keys = await redis.keys(`*${ref.user}*`);
  expect(keys).toHaveLength(2);
  expect(keys.join()).not.toContain(ref.session);
});
