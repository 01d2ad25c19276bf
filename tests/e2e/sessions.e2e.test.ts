import { answer } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScene, type Scene, type ScenicUser } from './house/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

const say = (
  user: ScenicUser,
  model: string,
  session: string,
  ...messages: { role: 'system' | 'user'; content: string }[]
) => user.openai.chat.completions.create({ model, messages }, { headers: { 'X-Session-ID': session } }).withResponse();

test('the sixth turn of a session carries turns two to five, and the system prompt once', async () => {
  const key = await scene.key('openai', [(call) => answer(`answer ${call.index + 1}`)]);
  const user = await scene.user();
  const contexts: (string | null)[] = [];
  for (let turn = 1; turn <= 6; turn++) {
    const system = turn === 1 ? [{ role: 'system' as const, content: 'You are terse.' }] : [];
    const { response } = await say(user, scene.model, 'six', ...system, { role: 'user', content: `question ${turn}` });
    contexts.push(response.headers.get('x-palimpsest-context'));
  }
  expect(contexts).toEqual(['none', 'carried', 'carried', 'carried', 'carried', 'carried']);
  expect(key.calls()[5]?.body.messages).toEqual([
    { role: 'system', content: 'You are terse.' },
    ...[2, 3, 4, 5].flatMap((turn) => [
      { role: 'user', content: `question ${turn}` },
      { role: 'assistant', content: `answer ${turn}` },
    ]),
    { role: 'user', content: 'question 6' },
  ]);
});

test('another user with the same session id starts empty', async () => {
  const model = `${scene.model}-two`;
  const key = await scene.key('openai', [answer('noted')], { models: [model] });
  const [alice, bob] = [await scene.user(), await scene.user()];
  await say(alice, model, 'shared', { role: 'user', content: 'my name is Alice' });
  const { response } = await say(bob, model, 'shared', { role: 'user', content: 'who am I?' });
  expect(response.headers.get('x-palimpsest-context')).toBe('none');
  expect(key.calls()[1]?.body.messages).toEqual([{ role: 'user', content: 'who am I?' }]);
});

test('a session goes on at another provider', async () => {
  const model = `${scene.model}-moved`;
  const limits = [{ metric: 'requests' as const, amount: 1, period: 'day' as const }];
  await scene.key('openai', [answer('a red bike')], { models: [model], limits });
  const claude = await scene.key('anthropic', [answer('red')], { models: [model] });
  const user = await scene.user();
  await say(user, model, 'moving', { role: 'user', content: 'what did you buy?' });
  const { data } = await say(user, model, 'moving', { role: 'user', content: 'which colour?' });
  expect(data.choices[0]?.message.content).toBe('red');
  expect(JSON.stringify(claude.calls()[0]?.body.messages)).toContain('a red bike');
});

test('a client that sends the history itself is taken at its word', async () => {
  const model = `${scene.model}-own`;
  const key = await scene.key('openai', [answer('fine')], { models: [model] });
  const user = await scene.user();
  await say(user, model, 'own', { role: 'user', content: 'one' });
  const messages = [
    { role: 'user' as const, content: 'one' },
    { role: 'assistant' as const, content: 'fine' },
    { role: 'user' as const, content: 'two' },
  ];
  await user.openai.chat.completions.create({ model, messages }, { headers: { 'X-Session-ID': 'own' } });
  expect(key.calls()[1]?.body.messages).toEqual(messages);
});

test('a session id of a strange form is refused', async () => {
  const model = `${scene.model}-form`;
  await scene.key('openai', [answer('fine')], { models: [model] });
  const user = await scene.user();
  const refused = say(user, model, 'x'.repeat(257), { role: 'user', content: 'hi' });
  await expect(refused).rejects.toMatchObject({ status: 400 });
});
