import { answer, fail } from '@palimpsest/testkit';
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

test('a request that failed leaves nothing in its session', async () => {
  const model = `${scene.model}-failed`;
  const key = await scene.key('openai', [fail(400), answer('fine')], { models: [model] });
  const user = await scene.user();
  const failed = say(user, model, 'failed', { role: 'user', content: 'a bad question' });
  await expect(failed).rejects.toMatchObject({ status: 400 });
  const { response } = await say(user, model, 'failed', { role: 'user', content: 'a good question' });
  expect(response.headers.get('x-palimpsest-context')).toBe('none');
  expect(JSON.stringify(key.calls()[1]?.body.messages)).not.toContain('bad');
});

test('two requests of one session at once both succeed, and their turns are kept whole', async () => {
  const model = `${scene.model}-parallel`;
  const steps = [answer('slow answer', { delayMs: 300 }), answer('quick answer'), answer('fine')] as const;
  const key = await scene.key('openai', steps, { models: [model] });
  const user = await scene.user();
  const slow = say(user, model, 'parallel', { role: 'user', content: 'slow question' });
  await expect.poll(() => key.calls().length).toBe(1);
  await say(user, model, 'parallel', { role: 'user', content: 'quick question' });
  await slow;
  await say(user, model, 'parallel', { role: 'user', content: 'and now?' });
  // In the order of completion.
  expect(key.calls()[2]?.body.messages).toEqual([
    { role: 'user', content: 'quick question' },
    { role: 'assistant', content: 'quick answer' },
    { role: 'user', content: 'slow question' },
    { role: 'assistant', content: 'slow answer' },
    { role: 'user', content: 'and now?' },
  ]);
});

test('a session id of a strange form is refused', async () => {
  const model = `${scene.model}-form`;
  await scene.key('openai', [answer('fine')], { models: [model] });
  const user = await scene.user();
  const refused = say(user, model, 'x'.repeat(257), { role: 'user', content: 'hi' });
  await expect(refused).rejects.toMatchObject({ status: 400 });
});
