import { randomBytes } from 'node:crypto';
import { userId } from '@palimpsest/domain';
import { randomId } from '@palimpsest/testkit';
import { expect, test, vi } from 'vitest';
import { pieceName, Sessions, type Turn } from './sessions.ts';
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
const nameOf = (text: string) => pieceName(Buffer.from(text));
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

test('a turn in many pieces is one turn of the window, and is forgotten as a whole', async () => {
  const ref = newSession();
  const say = (text: string, begins: boolean) => sessions.append({ ...ref, ...turnOf(text, { begins, keep: 2 }) });
  const rounds = Array.from({ length: 40 }, (_, index) => `round ${index}`);
  for (const text of ['old', 'before', 'loop', ...rounds]) await say(text, !text.startsWith('round'));
  expect(await texts(ref)).toEqual(['before', 'loop', ...rounds]);
  await say('next', true);
  expect(await texts(ref)).toEqual(['loop', ...rounds, 'next']);
  await say('last', true);
  expect(await texts(ref)).toEqual(['next', 'last']);
});

test('a piece takes the place of those that it replaces, and of no other', async () => {
  const ref = newSession();
  for (const [text, begins] of [
    ['a', true],
    ['b', true],
    ['c', false],
    ['d', true],
  ] as const)
    await sessions.append({ ...ref, ...turnOf(text, { begins }) });
  const replaces = ['c', 'b', 'forgotten'].map(nameOf);
  await sessions.append({ ...ref, ...turnOf('all of b', { replaces, keep: 3 }) });
  expect(await texts(ref)).toEqual(['a', 'd', 'all of b']);
  await sessions.append({ ...ref, ...turnOf('e', { keep: 3 }) });
  expect(await texts(ref)).toEqual(['d', 'all of b', 'e']);
});

test('a piece goes behind the one that it goes on with, once, and nowhere where that is not the last any more', async () => {
  const ref = newSession();
  const goOn = (text: string, behind: string) =>
    sessions.append({ ...ref, ...turnOf(text, { begins: false, behind: nameOf(behind) }) });
  expect(await goOn('b', 'a')).toBe(false);
  expect(await sessions.read(ref)).toEqual({ meta: null, turns: [] });
  await sessions.append({ ...ref, ...turnOf('a') });
  // As a command that is repeated after a lost connection.
  expect([await goOn('b', 'a'), await goOn('b', 'a')]).toEqual([true, true]);
  expect(await goOn('c', 'a')).toBe(false);
  expect(await texts(ref)).toEqual(['a', 'b']);
  expect((await sessions.read(ref)).meta?.toString()).toBe('meta b');
});

test('what is stored is no more than its bound: the oldest turns go first, each as a whole', async () => {
  const ref = newSession();
  const say = (name: string, share: number, begins = true) => {
    const turn = Buffer.concat([Buffer.from(name), randomBytes(Math.floor(Sessions.mostBytes * share))]);
    return sessions.append({ ...ref, ...turnOf('', { turn, begins }) });
  };
  const names = async () => (await sessions.read(ref)).turns.map((turn) => turn.subarray(0, 1).toString());
  await say('a', 0.3);
  await say('b', 0.3, false);
  await say('c', 0.3);
  expect(await names()).toEqual(['a', 'b', 'c']);
  await say('d', 0.2);
  expect(await names()).toEqual(['c', 'd']);
  await say('e', 0.4, false);
  expect(await names()).toEqual(['c', 'd', 'e']);
  await say('f', 0.3);
  expect(await names()).toEqual(['d', 'e', 'f']);
  await say('too large', 4);
  expect(await names()).toEqual(['d', 'e', 'f']);
  await say('g', 1.2);
  expect(await names()).toEqual(['g']);
  await say('h', 0.3);
  expect(await names()).toEqual(['h']);
});

test('the turn under way is kept beyond that, and forgotten as a whole where it outgrows what a request may bring', async () => {
  const ref = newSession();
  const say = (name: string, begins: boolean) => {
    const turn = Buffer.concat([Buffer.from(name), randomBytes(Math.floor(Sessions.mostOfLast * 0.4))]);
    return sessions.append({ ...ref, ...turnOf('', { turn, begins }) });
  };
  const names = async () => (await sessions.read(ref)).turns.map((turn) => turn.subarray(0, 1).toString());
  await say('a', true);
  await say('b', false);
  expect(await names()).toEqual(['a', 'b']);
  await say('c', false);
  expect(await names()).toEqual([]);
  await say('d', true);
  expect(await names()).toEqual(['d']);
});

test('of what was stored before turns were told apart none is parted, and it goes as a whole', async () => {
  const ref = newSession();
  const forgetMarks = async () => {
    const [meta] = (await redis.keys(`*${ref.user}*`)).filter((name) => name.endsWith(':meta'));
    await redis.hdel(meta as string, 'marks', 'bytes');
  };
  for (const text of ['1', '2', '3']) await sessions.append({ ...ref, ...turnOf(text) });
  await forgetMarks();
  await sessions.append({ ...ref, ...turnOf('4', { begins: false, keep: 2 }) });
  await sessions.append({ ...ref, ...turnOf('5', { keep: 2 }) });
  expect(await texts(ref)).toEqual(['1', '2', '3', '4', '5']);
  await sessions.append({ ...ref, ...turnOf('6', { keep: 2 }) });
  expect(await texts(ref)).toEqual(['5', '6']);
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
