import { type ChatMessage, userId } from '@palimpsest/domain';
import { connectRedis, Sessions } from '@palimpsest/state';
import { exampleDataKey, randomId } from '@palimpsest/testkit';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { withRecord } from '../snapshot/apply-record.ts';
import { snapshotOf } from '../snapshot/compile.ts';
import { emptyConfiguration } from '../snapshot/configuration.ts';
import { type Carried, carry } from './carry.ts';
import { createSessionStore } from './session-store.ts';
import { turnsOf } from './turns.ts';

const redis = connectRedis({ url: inject('redisUrl'), onError: () => undefined });
afterAll(() => redis.disconnect());

const sessions = new Sessions(redis);
const store = createSessionStore(sessions, { turns: 2, ttlMs: 60_000 });
const snapshot = snapshotOf(withRecord(emptyConfiguration, exampleDataKey()), 1);

const user = (content: string): ChatMessage => ({ role: 'user', content });
const assistant = (content: string): ChatMessage => ({ role: 'assistant', content });
const result = (id: string): ChatMessage => ({ role: 'tool', tool_call_id: id, content: 'rain' });
const call = (id: string): ChatMessage => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'weather', arguments: '{}' } }],
});

/** A session whose calls come and end as the test says. */
function newSession() {
  const name = { user: userId(randomId('usr')), session: 'mine' };
  const come = async (...request: ChatMessage[]): Promise<Carried> =>
    carry(request, await store.read(name, snapshot), { turns: 2, routePrompt: null });
  const end = (carried: Carried, answer: ChatMessage): Promise<void> =>
    store.add(name, snapshot, { messages: [...carried.own, answer], vendor: 'openai' }, carried);
  const ask = async (request: ChatMessage, answer: ChatMessage) => end(await come(request), answer);
  const pieces = async () => (await store.read(name, snapshot)).fragments;
  const turns = async () => turnsOf(await pieces()).map(({ messages }) => messages);
  const others = async (...numbers: number[]) => {
    for (const n of numbers) await ask(user(`q${n}`), assistant(`a${n}`));
  };
  return { name, come, end, ask, others, pieces, turns };
}
const other = (n: number) => [user(`q${n}`), assistant(`a${n}`)];
const first = [user('today?'), call('c1')];

describe('a turn under way', () => {
  it('is added to by a piece while nothing else is stored', async () => {
    const { come, end, ask, pieces, turns } = newSession();
    await ask(user('today?'), call('c1'));
    await end(await come(result('c1')), call('c2'));
    await end(await come(result('c2')), assistant('wet'));
    expect((await pieces()).map(({ messages }) => messages.length)).toEqual([2, 2, 2]);
    expect(await turns()).toEqual([[...first, result('c1'), call('c2'), result('c2'), assistant('wet')]]);
  });

  it('is stored whole, once, where others were stored since', async () => {
    const { come, end, ask, others, pieces, turns } = newSession();
    await ask(user('today?'), call('c1'));
    const served = await come(result('c1'));
    await others(1, 2);
    await end(served, assistant('wet'));
    expect(await pieces()).toHaveLength(3);
    expect(await turns()).toEqual([other(1), other(2), [...first, result('c1'), assistant('wet')]]);
  });

  it('is stored whole where it has been forgotten meanwhile, and goes on from there', async () => {
    const { come, end, ask, others, turns } = newSession();
    await ask(user('today?'), call('c1'));
    await end(await come(result('c1')), call('c2'));
    const served = await come(result('c2'));
    await others(1, 2, 3, 4);
    expect(await turns()).toEqual([other(2), other(3), other(4)]);
    await end(served, call('c3'));
    const whole = [...first, result('c1'), call('c2'), result('c2'), call('c3')];
    expect(await turns()).toEqual([other(3), other(4), whole]);
    const next = await come(result('c3'));
    expect(next.messages).toEqual([...other(4), ...whole, result('c3')]);
    await end(next, assistant('wet'));
    expect((await turns()).at(-1)).toEqual([...whole, result('c3'), assistant('wet')]);
  });

  it('is its own, where another one waits for calls of the same ids by then', async () => {
    const { come, end, ask, turns } = newSession();
    await ask(user('today?'), call('c1'));
    const served = await come(result('c1'));
    await ask(user('tomorrow?'), call('c1'));
    await end(served, assistant('wet'));
    expect(await turns()).toEqual([
      [user('tomorrow?'), call('c1')],
      [...first, result('c1'), assistant('wet')],
    ]);
  });

  it('is there once where the same results are answered twice at a time, the later answer', async () => {
    const { come, end, ask, pieces, turns } = newSession();
    await ask(user('today?'), call('c1'));
    const [lost, again] = [await come(result('c1'), user('and?')), await come(result('c1'), user('and?'))];
    await end(lost, assistant('lost'));
    await end(again, assistant('dry'));
    expect(await turns()).toEqual([
      [...first, result('c1')],
      [user('and?'), assistant('dry')],
    ]);
    expect(await pieces()).toHaveLength(1);
  });

  it('holds nothing more where a request goes on with none', async () => {
    const { come, others } = newSession();
    expect((await come(user('q'))).underWay).toBeUndefined();
    await others(1);
    expect((await come(user('q'))).underWay).toBeUndefined();
  });
});
