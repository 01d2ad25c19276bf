import { answer, fail, resetConnection } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScene, type Scene } from './house/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

const hello = [
  { role: 'system' as const, content: 'Be brief.' },
  { role: 'user' as const, content: 'hello' },
];

test('with OpenAI down, Anthropic answers a route that names both', async () => {
  // No name of a provider's own families: keys of other tests may serve those.
  const gpt = `large-${scene.model}`;
  const claude = `wise-${scene.model}`;
  const route = `smart-${scene.model}`;
  const openai = await scene.key('openai', [fail(503)], { models: [gpt] });
  const anthropic = await scene.key(
    'anthropic',
    [answer({ text: 'from Claude', usage: { prompt: 7, completion: 2 } })],
    {
      models: [claude],
    },
  );
  await scene.operator.call('PUT', `/routes/${route}`, {
    name: route,
    targets: [
      { provider: 'openai', model: gpt },
      { provider: 'anthropic', model: claude },
    ],
    system_prompt: null,
  });
  const user = await scene.user();

  const { data, response } = await user.openai.chat.completions
    .create({ model: route, messages: hello })
    .withResponse();
  expect(data).toMatchObject({ model: route, object: 'chat.completion' });
  expect(data.choices[0]).toMatchObject({ message: { content: 'from Claude' }, finish_reason: 'stop' });
  expect(data.usage).toMatchObject({ prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 });
  expect(response.headers.get('x-palimpsest-provider')).toBe('anthropic');
  expect(response.headers.get('x-palimpsest-model')).toBe(claude);
  expect(response.headers.get('x-palimpsest-trail')).toBe(
    `openai/${openai.id}:transient(503), anthropic/${anthropic.id}:success`,
  );
  // A provider without capacity is nobody's key's fault.
  expect((await openai.now()).state).toBe('active');
  expect(anthropic.calls()[0]?.body).toMatchObject({ model: claude, system: expect.anything() });
});

test('Gemini answers a streamed request in OpenAI chunks', async () => {
  const model = `twin-${scene.model}`;
  await scene.key(
    'gemini',
    [answer({ text: ['Grüß ', 'Gott 🙂'], usage: { prompt: 5, completion: 6, reasoning: 4 } })],
    {
      models: [model],
    },
  );
  const user = await scene.user();
  const stream = await user.openai.chat.completions.create({
    model,
    messages: hello,
    stream: true,
    stream_options: { include_usage: true },
  });
  let text = '';
  const finishes: string[] = [];
  let usage: unknown;
  for await (const chunk of stream) {
    text += chunk.choices[0]?.delta.content ?? '';
    if (chunk.choices[0]?.finish_reason) finishes.push(chunk.choices[0].finish_reason);
    usage = chunk.usage ?? usage;
  }
  expect(text).toBe('Grüß Gott 🙂');
  expect(finishes).toEqual(['stop']);
  expect(usage).toMatchObject({ prompt_tokens: 5, completion_tokens: 6, total_tokens: 11 });
});

test('OpenRouter answers under a mapped name', async () => {
  const model = `mapped-${scene.model}`;
  const key = await scene.key('openrouter', [answer('from OpenRouter')], {
    models: [{ name: model, upstream: 'openai/gpt-4o' }],
  });
  const user = await scene.user();
  const { data, response } = await user.openai.chat.completions.create({ model, messages: hello }).withResponse();
  expect(data.choices[0]?.message.content).toBe('from OpenRouter');
  expect(data.model).toBe(model);
  expect(response.headers.get('x-palimpsest-model')).toBe('openai/gpt-4o');
  expect(key.calls()[0]?.model).toBe('openai/gpt-4o');
});

test('a compatible server that drops connections hands over to the next vendor', async () => {
  const model = `local-${scene.model}`;
  await scene.key('openai_compatible', [resetConnection()], {
    models: [model],
    limits: [{ metric: 'requests', amount: 9, period: 'day' }],
  });
  await scene.key('openrouter', [answer('from afar')], { models: [{ name: model, upstream: 'meta/llama-3.1' }] });
  const user = await scene.user();
  const data = await user.openai.chat.completions.create({ model, messages: hello });
  expect(data.choices[0]?.message.content).toBe('from afar');
});
