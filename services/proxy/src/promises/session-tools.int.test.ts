import { Sessions } from '@palimpsest/state';
import { answer, randomId } from '@palimpsest/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

let proxy: ProxyUnderTest;
let oneTurn: ProxyUnderTest;
beforeAll(async () => {
  proxy = await startProxyUnderTest();
  oneTurn = await startProxyUnderTest({ PALIMPSEST_SESSION_TURNS: '1' });
});
afterAll(() => Promise.all([proxy.stop(), oneTurn.stop()]));

type Message = Record<string, unknown> & { role: string };
const user = (content: string): Message => ({ role: 'user', content });
const assistant = (content: string): Message => ({ role: 'assistant', content });
const result = (id: string): Message => ({ role: 'tool', tool_call_id: id, content: 'rain' });
const call = (id: string): Message => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'weather', arguments: '{}' } }],
});
const calls = (id: string) => answer({ toolCalls: [{ id, name: 'weather', arguments: {} }] });
const tools = [{ type: 'function', function: { name: 'weather' } }];

/** A session of its own, whose provider answers by these steps. `ask` gives what the provider was sent. */
function sceneOf(house: ProxyUnderTest, ...steps: ReturnType<typeof answer>[]) {
  const caller = house.user();
  const model = randomId('gpt');
  const key = house.key('openai', { models: [model] });
  house.providers.openai.plays(key.secret, ...(steps as [ReturnType<typeof answer>]));
  const headers = { 'x-session-id': 'tools' };
  const send = (...messages: Message[]) => house.chat(caller, { model, messages, tools }, headers);
  const sent = () => house.providers.openai.calls(key.secret).map(({ body }) => body.messages as Message[]);
  const ask = async (...messages: Message[]) => {
    const response = await send(...messages);
    expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
    return sent().at(-1) ?? [];
  };
  const stored = async () => (await new Sessions(house.redis).standing({ user: caller.id, session: 'tools' }))?.parts;
  return { ask, send, sent, stored };
}
/** What matters of messages: who says what, and which call is meant. */
const shape = (messages: readonly Message[]) =>
  messages.map(({ role, content, tool_calls: made, tool_call_id: id }) => [
    role,
    id ?? (made as { id: string }[] | undefined)?.[0]?.id ?? content,
  ]);

describe('a session with tools', () => {
  it('holds the turn once where the client sends it itself in every round of its calls', async () => {
    const { ask } = sceneOf(proxy, calls('c1'), calls('c2'), answer('wet'), answer('dry'));
    const turn = [user('today?'), call('c1'), result('c1'), call('c2'), result('c2')];
    await ask(...turn.slice(0, 1));
    await ask(...turn.slice(0, 3));
    await ask(...turn);
    expect(shape(await ask(user('and tomorrow?')))).toEqual(shape([...turn, assistant('wet'), user('and tomorrow?')]));
  });

  it('forgets no earlier turn for the many rounds of one that the client sends itself', async () => {
    const { ask } = sceneOf(proxy, answer('hi'), ...[1, 2, 3, 4, 5, 6].map((n) => calls(`c${n}`)), answer('wet'));
    await ask(user('hello'));
    const turn = [user('today?')];
    for (let round = 1; round <= 6; round += 1) {
      await ask(...turn);
      turn.push(call(`c${round}`), result(`c${round}`));
    }
    await ask(...turn);
    const sent = await ask(user('and tomorrow?'));
    expect(shape(sent.slice(0, 3))).toEqual(shape([user('hello'), assistant('hi'), user('today?')]));
    expect(sent).toHaveLength(2 + turn.length + 2);
  });

  it('goes on where the client gives a call up', async () => {
    const { ask } = sceneOf(proxy, calls('c1'), answer('fine'), answer('bye'));
    await ask(user('today?'));
    expect(shape(await ask(user('never mind')))).toEqual(shape([user('today?'), user('never mind')]));
    expect(await ask(user('bye'))).toHaveLength(4);
  });

  it.each([4, 1])(
    'goes on with either of two turns at once, one of which ends in a call, of %i turns',
    async (turns) => {
      const house = turns === 1 ? oneTurn : proxy;
      const { ask, sent } = sceneOf(
        house,
        calls('c1'),
        answer('quick', { delayMs: 300 }),
        answer('wet'),
        answer('bye'),
      );
      const first = ask(user('today?'));
      await expect.poll(sent).toHaveLength(1);
      const beside = ask(user('quickly'));
      await Promise.all([first, beside]);
      const before = turns === 1 ? [] : [user('quickly'), assistant('quick')];
      expect(shape(await ask(result('c1')))).toEqual(shape([...before, user('today?'), call('c1'), result('c1')]));
      expect(shape(await ask(user('bye')))).toEqual(
        shape([...before, user('today?'), call('c1'), result('c1'), assistant('wet'), user('bye')]),
      );
    },
  );

  it('keeps a turn of any number of rounds whole', async () => {
    const rounds = Array.from({ length: 36 }, (_, n) => `c${n}`);
    const { ask } = sceneOf(oneTurn, answer('hi'), ...rounds.map(calls), answer('wet'), answer('bye'));
    await ask(user('hello'));
    await ask(user('today?'));
    for (const id of rounds) await ask(result(id));
    const sent = await ask(user('bye'));
    expect(shape(sent)).toEqual(
      shape([user('today?'), ...rounds.flatMap((id) => [call(id), result(id)]), assistant('wet'), user('bye')]),
    );
  });

  it('goes on with a turn of calls however many others come beside its rounds', async () => {
    const rounds = ['c1', 'c2', 'c3', 'c4', 'c5'];
    const quick = answer('quick');
    const { ask } = sceneOf(oneTurn, calls('c1'), ...rounds.slice(1).flatMap((id) => [quick, calls(id)]), quick);
    await ask(user('today?'));
    for (const id of rounds.slice(0, -1)) {
      await ask(user('quickly'));
      await ask(result(id));
    }
    const sent = await ask(result('c5'));
    expect(shape(sent)).toEqual(shape([user('today?'), ...rounds.flatMap((id) => [call(id), result(id)])]));
  });

  it('goes on where so many others are answered while its results are that it is forgotten meanwhile', async () => {
    const slow = answer({ toolCalls: [{ id: 'c2', name: 'weather', arguments: {} }] }, { delayMs: 1000 });
    const { ask, sent, stored } = sceneOf(oneTurn, calls('c1'), slow, answer('quick'), answer('quick'), answer('wet'));
    await ask(user('today?'));
    const served = ask(result('c1'));
    await expect.poll(sent).toHaveLength(2);
    for (const question of ['one', 'two']) await ask(user(question));
    expect(await stored()).toBe(2);
    await served;
    expect(shape(await ask(result('c2')))).toEqual(
      shape([user('today?'), call('c1'), result('c1'), call('c2'), result('c2')]),
    );
  });

  it('goes on where a client that saw no answer brings the same results again', async () => {
    const { ask } = sceneOf(proxy, calls('c1'), calls('c2'), calls('c3'), answer('wet'), answer('bye'));
    await ask(user('today?'));
    await ask(result('c1'));
    const again = [user('today?'), call('c1'), result('c1')];
    expect(shape(await ask(result('c1')))).toEqual(shape(again));
    expect(shape(await ask(result('c3')))).toEqual(shape([...again, call('c3'), result('c3')]));
    expect(shape(await ask(user('bye')))).toEqual(
      shape([...again, call('c3'), result('c3'), assistant('wet'), user('bye')]),
    );
  });

  it('has a next message once where it comes again with its results', async () => {
    const { ask, stored } = sceneOf(proxy, calls('c1'), answer('lost'), answer('wet'), answer('bye'));
    await ask(user('today?'));
    await ask(result('c1'), user('and tomorrow?'));
    const whole = [user('today?'), call('c1'), result('c1'), user('and tomorrow?')];
    expect(shape(await ask(result('c1'), user('and tomorrow?')))).toEqual(shape(whole));
    expect(shape(await ask(user('bye')))).toEqual(shape([...whole, assistant('wet'), user('bye')]));
    expect(await stored()).toBe(2);
  });

  it('keeps no answer that was overtaken, and no earlier turn less, however often large results come again', async () => {
    const { ask, stored } = sceneOf(proxy, answer('hi'), calls('c1'), answer('wet'));
    const large = { ...result('c1'), content: 'rain '.repeat(200_000) };
    await ask(user('hello'));
    await ask(user('today?'));
    for (let time = 1; time <= 10; time += 1) {
      await ask(large);
      expect(await stored()).toBe(time === 1 ? 3 : 2);
    }
    const turn = [user('today?'), call('c1'), result('c1'), assistant('wet')];
    expect(shape(await ask(user('bye')))).toEqual(shape([user('hello'), assistant('hi'), ...turn, user('bye')]));
  });

  it('keeps no more than its turns where results and the next message always come at once', async () => {
    const rounds = ['c1', 'c2', 'c3', 'c4', 'c5'];
    const { ask, stored } = sceneOf(oneTurn, calls('c1'), ...rounds.slice(1).map(calls), answer('bye'));
    await ask(user('today?'));
    for (const id of rounds.slice(0, -1)) await ask(result(id), user(`after ${id}`));
    expect(await stored()).toBe(2);
    expect(shape(await ask(result('c5')))).toEqual(shape([user('after c4'), call('c5'), result('c5')]));
  });

  it('still refuses results that belong to no call, and names the messages that the client sent', async () => {
    const { ask, send } = sceneOf(proxy, answer('hi'), calls('c1'), answer('wet'));
    await ask(user('hello'));
    await ask(user('today?'));
    const prompt = { role: 'system', content: 'be brief' };
    const refused = async (...messages: Message[]) => {
      const response = await send(...messages);
      expect(response.status).toBe(400);
      return ((await response.json()) as { error: { param: string } }).error.param;
    };
    expect(await refused(prompt, result('c1'), result('c9'))).toBe('messages[2].tool_call_id');
    expect(await refused(result('c9'))).toBe('messages[0].tool_call_id');
    expect(await refused(user('today?'), call('c7'))).toBe('messages[1]');
    expect(shape(await ask(prompt, result('c1'))).slice(-2)).toEqual(shape([call('c1'), result('c1')]));
  });
});
