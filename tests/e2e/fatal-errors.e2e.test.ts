import { answer, fail } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScene, type Scene } from './house/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

const hello = [{ role: 'user' as const, content: 'hello' }];
const tooLong = fail(400, {
  body: {
    error: {
      message:
        "This model's maximum context length is 128000 tokens. However, your messages resulted in 200000 tokens.",
      type: 'invalid_request_error',
      param: 'messages',
      code: 'context_length_exceeded',
    },
  },
});

test.each([false, true])(
  'a fatal error reaches the client with its code and burns no key (stream: %s)',
  async (stream) => {
    const model = `${scene.model}-${stream}`;
    const keys = [
      await scene.key('openai', [tooLong], { models: [model] }),
      await scene.key('openai', [tooLong], { models: [model] }),
    ];
    const user = await scene.user();
    const refused = user.openai.chat.completions.create({ model, messages: hello, stream }).asResponse();
    await expect(refused).rejects.toMatchObject({
      status: 400,
      code: 'context_length_exceeded',
      type: 'invalid_request_error',
      param: 'messages',
      message: expect.stringContaining('maximum context length is 128000 tokens'),
    });
    expect(keys.flatMap((key) => key.calls())).toHaveLength(1);
    for (const key of keys) expect((await key.now()).state).toBe('active');
    await expect
      .poll(() => scene.operator.requests({ user: user.id }))
      .toMatchObject([{ outcome: 'failed', attempts: 1, chain: [{ class: 'fatal', status: 400 }] }]);
    expect(await scene.operator.usage({ user: user.id, group_by: 'user' })).toMatchObject([
      { requests: 1, total_tokens: 0, cost: '0' },
    ]);
  },
);

test('a fatal error does not count against the user', async () => {
  const model = `${scene.model}-free`;
  await scene.key('openai', [tooLong, answer('fine')], { models: [model] });
  const user = await scene.user({ limits: [{ metric: 'requests', amount: 1, period: 'day' }] });
  await expect(user.openai.chat.completions.create({ model, messages: hello })).rejects.toMatchObject({ status: 400 });
  const data = await user.openai.chat.completions.create({ model, messages: hello });
  expect(data.choices[0]?.message.content).toBe('fine');
});

test('a key that the provider refuses is suspended, and the client does not hear of it', async () => {
  const model = `${scene.model}-refused`;
  const limits = [{ metric: 'requests' as const, amount: 9, period: 'day' as const }];
  const revoked = await scene.key('openai', [fail(401), answer('resumed')], { models: [model], limits });
  const good = await scene.key('openai', [answer('fine')], { models: [model] });
  const user = await scene.user();
  const first = await user.openai.chat.completions.create({ model, messages: hello });
  expect(first.choices[0]?.message.content).toBe('fine');
  await expect.poll(async () => (await revoked.now()).state).toBe('suspended');
  expect((await revoked.now()).until).toBeNull();

  await user.openai.chat.completions.create({ model, messages: hello });
  expect(revoked.calls()).toHaveLength(1);
  expect(good.calls()).toHaveLength(2);

  await scene.operator.call('POST', `/keys/${revoked.id}/resume`);
  const again = async () =>
    (await user.openai.chat.completions.create({ model, messages: hello })).choices[0]?.message.content;
  await expect.poll(again, { timeout: 1_000 }).toBe('resumed');
});
