import { answer, cutAfter, type ScriptedStep, stallAfter } from '@palimpsest/testkit';
import type OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openScene, type Scene } from './house/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

const broken: readonly (readonly [string, ScriptedStep])[] = [
  ['ends after three events', cutAfter(3, 'never never never never never')],
  ['breaks off after three events', cutAfter(3, 'never never never never never', 'reset')],
  ['falls silent after three events', stallAfter(3, 'never never never never never')],
];

describe.each(broken)('a stream that %s on the first key', (_, step) => {
  test('arrives whole from the second, as one stream, and is counted once', async () => {
    const second = answer({ text: ['Once ', 'upon ', 'a time'], usage: { prompt: 20, completion: 3 } });
    const model = `${scene.model}-${Math.random().toString(36).slice(2)}`;
    const first = await scene.key('openai', [step], {
      models: [model],
      limits: [{ metric: 'requests', amount: 50, period: 'day' }],
      timeouts: { stall_ms: 1_000 },
    });
    const other = await scene.key('openai', [second], { models: [model] });
    const user = await scene.user();

    const { data: stream, response } = await user.openai.chat.completions
      .create({
        model,
        messages: [{ role: 'user', content: 'tell me' }],
        stream: true,
        stream_options: { include_usage: true },
      })
      .withResponse();
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    for await (const chunk of stream) chunks.push(chunk);

    const text = chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('');
    expect(text).toBe('Once upon a time');
    expect(new Set(chunks.map((chunk) => chunk.id)).size).toBe(1);
    expect(new Set(chunks.map((chunk) => chunk.model))).toEqual(new Set([model]));
    expect(chunks[0]?.choices[0]?.delta.role).toBe('assistant');
    expect(chunks.filter((chunk) => chunk.choices[0]?.finish_reason === 'stop')).toHaveLength(1);
    expect(chunks.filter((chunk) => chunk.usage)).toHaveLength(1);
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 20, completion_tokens: 3 } });
    expect(response.headers.get('x-palimpsest-attempts')).toBe('2');
    expect(response.headers.get('x-palimpsest-key')).toBe(other.id);
    expect(first.calls()).toHaveLength(1);
    expect(other.calls()).toHaveLength(1);

    const entry = await scene.logged(response.headers.get('x-request-id'));
    expect(entry).toMatchObject({ outcome: 'success', attempts: 2, stream: true, estimated: false });
    expect(entry.usage).toMatchObject({ prompt_tokens: 20, completion_tokens: 3, total_tokens: 23 });
    const rows = await scene.operator.usage({ group_by: 'user', user: user.id });
    expect(rows).toMatchObject([{ requests: 1, prompt_tokens: 20, completion_tokens: 3 }]);
  });
});
