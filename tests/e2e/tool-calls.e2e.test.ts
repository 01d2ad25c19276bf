import { answer } from '@palimpsest/testkit';
import type OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openScene, type Scene } from './house/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

const tools: OpenAI.ChatCompletionTool[] = [
  {
    type: 'function',
    function: {
      name: 'get_weather',
      description: 'The weather of a city',
      parameters: {
        type: 'object',
        properties: { city: { type: 'string' }, days: { type: 'array', items: { type: 'integer' } } },
        required: ['city'],
        additionalProperties: false,
      },
    },
  },
];
const calls = answer({
  toolCalls: [
    { name: 'get_weather', arguments: { city: 'Wien' } },
    { name: 'get_weather', arguments: { city: 'Graz', days: [1, 2] } },
  ],
});

describe.each(['openai', 'anthropic', 'gemini', 'openrouter', 'openai_compatible'] as const)('%s', (provider) => {
  test.each([false, true])('calls two tools, takes their results and answers (stream: %s)', async (stream) => {
    const model = `${scene.model}-${provider}-${stream}`;
    const upstream = provider === 'openrouter' ? 'vendor/tools' : model;
    const key = await scene.key(provider, [calls, answer('mild in both')], { models: [{ name: model, upstream }] });
    const user = await scene.user();
    const question = { role: 'user' as const, content: 'how is the weather?' };
    const ask = (messages: OpenAI.ChatCompletionMessageParam[]) =>
      stream
        ? user.openai.chat.completions.stream({ model, messages, tools }).finalChatCompletion()
        : user.openai.chat.completions.create({ model, messages, tools });

    const first = (await ask([question])).choices[0];
    expect(first?.finish_reason).toBe('tool_calls');
    const called = (first?.message.tool_calls ?? []).filter((call) => call.type === 'function');
    expect(called.map((call) => [call.function.name, JSON.parse(call.function.arguments) as unknown])).toEqual([
      ['get_weather', { city: 'Wien' }],
      ['get_weather', { city: 'Graz', days: [1, 2] }],
    ]);
    expect(new Set(called.map((call) => call.id)).size).toBe(2);

    // In the other order: results belong to their calls by id, wherever they stand.
    const results = called.toReversed().map((call) => ({
      role: 'tool' as const,
      tool_call_id: call.id,
      content: `result of ${call.function.arguments}`,
    }));
    const second = await ask([question, { role: 'assistant', content: null, tool_calls: called }, ...results]);
    expect(second.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: 'mild in both' } });
    // The simulated providers refuse what the real ones refuse, so both calls were in order.
    expect(key.calls().map((call) => call.status)).toEqual([200, 200]);
  });
});
