import { Sessions } from '@palimpsest/state';
import { answer, fail, send } from '@palimpsest/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

let proxy: ProxyUnderTest;
beforeAll(async () => {
  proxy = await startProxyUnderTest();
});
afterAll(() => proxy.stop());

type Message = { role: string; content: string };
const turn = (model: string, text: string, ...before: Message[]) => ({
  model,
  messages: [...before, { role: 'user', content: text }],
});

describe('sessions', () => {
  it('carries the last four turns and the system prompt once into the sixth', async () => {
    const user = proxy.user();
    const key = proxy.key('openai', { models: ['gpt-six'] });
    proxy.providers.openai.plays(
      key.secret,
      ...([1, 2, 3, 4, 5, 6].map((n) => answer(`answer ${n}`)) as [ReturnType<typeof answer>]),
    );
    const session = { 'x-session-id': 'a-session' };
    for (let n = 1; n <= 6; n += 1) {
      const response = await proxy.chat(
        user,
        turn('gpt-six', `question ${n}`, ...(n === 1 ? [{ role: 'system', content: 'be brief' }] : [])),
        session,
      );
      expect(response.status).toBe(200);
      expect(response.headers.get('x-palimpsest-context')).toBe(n === 1 ? 'none' : 'carried');
    }
    const sent = proxy.providers.openai.calls(key.secret)[5]?.body.messages as Message[];
    expect(sent.map(({ role, content }) => `${role}: ${content}`)).toEqual([
      'system: be brief',
      ...[2, 3, 4, 5].flatMap((n) => [`user: question ${n}`, `assistant: answer ${n}`]),
      'user: question 6',
    ]);
  });

  it('lets the system prompt of the latest request that had one hold, however long an earlier one without takes', async () => {
    const user = proxy.user();
    const key = proxy.key('openai', { models: ['gpt-prompt'] });
    const slow = answer('slow', { delayMs: 300 });
    proxy.providers.openai.plays(key.secret, answer('x'), slow, answer('y'), answer('z'));
    const session = { 'x-session-id': 'prompt' };
    const prompt = (content: string) => ({ role: 'system', content });
    await proxy.chat(user, turn('gpt-prompt', 'one', prompt('the first')), session);
    const late = proxy.chat(user, turn('gpt-prompt', 'two'), session);
    await expect.poll(() => proxy.providers.openai.calls(key.secret)).toHaveLength(2);
    await proxy.chat(user, turn('gpt-prompt', 'three', prompt('the second')), session);
    await late;
    await proxy.chat(user, turn('gpt-prompt', 'four'), session);
    const sent = proxy.providers.openai.calls(key.secret)[3]?.body.messages as Message[];
    expect(sent.filter(({ role }) => role === 'system')).toEqual([prompt('the second')]);
  });

  it('starts empty for another user with the same id', async () => {
    const key = proxy.key('openai', { models: ['gpt-two'] });
    proxy.providers.openai.plays(key.secret, answer('x'));
    await proxy.chat(proxy.user(), turn('gpt-two', 'mine'), { 'x-session-id': 'shared' });
    const response = await proxy.chat(proxy.user(), turn('gpt-two', 'yours'), { 'x-session-id': 'shared' });
    expect(response.headers.get('x-palimpsest-context')).toBe('none');
    expect(proxy.providers.openai.calls(key.secret)[1]?.body.messages).toEqual([{ role: 'user', content: 'yours' }]);
  });

  it('goes on after a refusal, which no server of the dialect takes back without a content', async () => {
    const user = proxy.user();
    const key = proxy.key('openai', { models: ['gpt-refusal'] });
    const message = { role: 'assistant', content: null, refusal: 'I cannot help with that.' };
    const refused = JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] });
    proxy.providers.openai.plays(key.secret, send(refused, 'application/json'), answer('fine'));
    const session = { 'x-session-id': 'refusal' };
    const told = await proxy.chat(user, turn('gpt-refusal', 'one'), session);
    expect(await told.json()).toMatchObject({ choices: [{ message }] });
    expect((await proxy.chat(user, turn('gpt-refusal', 'two'), session)).status).toBe(200);
    expect(proxy.providers.openai.calls(key.secret)[1]?.body.messages).toEqual([
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'I cannot help with that.' },
      { role: 'user', content: 'two' },
    ]);
  });

  it('never parts a tool call from its result, and takes the result alone as the continuation', async () => {
    const user = proxy.user();
    const key = proxy.key('openai', { models: ['gpt-tool'] });
    proxy.providers.openai.plays(
      key.secret,
      answer({ toolCalls: [{ id: 'call_1', name: 'clock', arguments: {} }] }),
      answer('noon'),
    );
    const session = { 'x-session-id': 'tools' };
    const tools = [{ type: 'function', function: { name: 'clock' } }];
    await proxy.chat(user, { ...turn('gpt-tool', 'what time is it?'), tools }, session);
    const response = await proxy.chat(
      user,
      { model: 'gpt-tool', messages: [{ role: 'tool', tool_call_id: 'call_1', content: '12:00' }], tools },
      session,
    );
    expect(response.status).toBe(200);
    const sent = proxy.providers.openai.calls(key.secret)[1]?.body.messages as Message[];
    expect(sent.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
  });

  it('adds nothing to a history that the client sends itself', async () => {
    const user = proxy.user();
    const key = proxy.key('openai', { models: ['gpt-own'] });
    proxy.providers.openai.plays(key.secret, answer('x'));
    const session = { 'x-session-id': 'own' };
    await proxy.chat(user, turn('gpt-own', 'one'), session);
    const history = [
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'x' },
    ];
    const response = await proxy.chat(user, turn('gpt-own', 'two', ...history), session);
    expect(response.headers.get('x-palimpsest-context')).toBe('none');
    expect(proxy.providers.openai.calls(key.secret)[1]?.body.messages).toEqual([
      ...history,
      { role: 'user', content: 'two' },
    ]);
  });

  it('keeps nothing of a failed request', async () => {
    const user = proxy.user();
    const key = proxy.key('openai', { models: ['gpt-half'] });
    proxy.providers.openai.plays(key.secret, fail(500), answer('x'));
    const session = { 'x-session-id': 'half' };
    expect((await proxy.chat(user, turn('gpt-half', 'lost'), session)).status).toBe(502);
    await proxy.chat(user, turn('gpt-half', 'kept'), session);
    expect(proxy.providers.openai.calls(key.secret)[1]?.body.messages).toEqual([{ role: 'user', content: 'kept' }]);
  });

  it('keeps no word of a conversation in the clear', async () => {
    const user = proxy.user();
    const key = proxy.key('openai', { models: ['gpt-canary'] });
    proxy.providers.openai.plays(key.secret, answer('a zebra-7731 answers'));
    await proxy.chat(user, turn('gpt-canary', 'a zebra-7731 asks'), { 'x-session-id': 'canary' });
    for (const name of await proxy.redis.keys('*'))
      expect((await proxy.redis.dump(name))?.toString() ?? '').not.toContain('zebra-7731');
    expect(proxy.logs.join()).not.toContain('zebra-7731');
  });

  it('stores no more than its bound, however much is said, and goes on', async () => {
    const user = proxy.user();
    const key = proxy.key('openai', { models: ['gpt-large'] });
    proxy.providers.openai.plays(key.secret, answer('x'));
    const session = { 'x-session-id': 'large' };
    const large = 'x'.repeat(Math.floor(Sessions.mostBytes * 0.6));
    const say = async (...messages: Message[]) => {
      const response = await proxy.chat(user, { model: 'gpt-large', messages }, session);
      expect(response.status).toBe(200);
      await response.text();
      const stored = await new Sessions(proxy.redis).read({ user: user.id, session: 'large' });
      const bytes = [...stored.turns, stored.meta ?? ''].reduce((sum, { length }) => sum + length, 0);
      expect(bytes).toBeLessThan(2 * Sessions.mostBytes);
      const sent = proxy.providers.openai.calls(key.secret).at(-1)?.body.messages as Message[];
      return sent.map(({ content }) => content.slice(0, 3));
    };
    const says = (content: string) => ({ role: 'user', content });
    const prompt = (content: string) => ({ role: 'system', content });
    for (const n of [1, 2]) await say(says(`q${n} ${large}`));
    expect(await say(prompt('be brief'), says('q3'))).toEqual(['be ', 'q2 ', 'x', 'q3']);
    await say(prompt(`s4 ${large}${large}`), says('q4'));
    expect(await say(says('q5'))).toEqual(['q2 ', 'x', 'q3', 'x', 'q4', 'x', 'q5']);
  });
});
