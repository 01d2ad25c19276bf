import type { ChatBody, ChatMessage, JsonObject } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { answering, calling, exampleCall, exampleToolCall, sentBody } from '../conversation/example-call.ts';
import { providers } from '../index.ts';
import { openai } from '../openai/index.ts';
import { openAiCompatible } from '../openai-compatible/index.ts';
import { openRouter } from '../openrouter/index.ts';
import type { Provider } from '../provider.ts';

const ask: ChatMessage = { role: 'user', content: 'Hi' };

/** An answer as it stands in the history of a client that gives its messages back as they came. */
const thought = (more: JsonObject): ChatMessage => ({
  role: 'assistant',
  content: 'Yes.',
  reasoning_content: 'Hm.',
  ...more,
});
const byAnthropic = thought({
  extra_content: { anthropic: { thinking_blocks: [{ type: 'thinking', thinking: 'Hm.', signature: 's' }] } },
});
const byGemini = thought({ extra_content: { google: { thought_signature: 's' } } });
const byOpenRouter = thought({
  reasoning_details: [{ type: 'reasoning.encrypted', data: 'x', format: 'openai-responses-v1' }],
});
const byMiniMax = thought({
  reasoning_details: [{ type: 'reasoning.text', text: 'Hm.', format: 'MiniMax-response-v1' }],
});

const sent = (provider: Provider, model: string, messages: readonly ChatMessage[], body: Partial<ChatBody> = {}) =>
  sentBody(provider.toNative(exampleCall(model, { messages, ...body }), 's')).messages as readonly JsonObject[];

const firstCall = (message: JsonObject | undefined) => (message?.tool_calls as readonly JsonObject[] | undefined)?.[0];

const plain = { role: 'assistant', content: 'Yes.' };

describe('thinking and signatures go back to their issuer alone', () => {
  it.each([
    ['OpenAI gets nobody’s', openai, 'gpt-4o', [byAnthropic, byGemini, byOpenRouter], [plain, plain, plain]],
    [
      'OpenRouter gets its own unchanged',
      openRouter,
      'openai/gpt-5',
      [byAnthropic, byGemini, byOpenRouter],
      [plain, plain, byOpenRouter],
    ],
    [
      'a compatible server gets its own unchanged',
      openAiCompatible,
      'minimax-m2',
      [byAnthropic, byOpenRouter, byMiniMax, thought({})],
      [plain, plain, byMiniMax, thought({})],
    ],
    ["Gemini's own endpoint of this dialect gets Gemini's", openAiCompatible, 'gemini-3-flash', [byGemini], [byGemini]],
    ['Mistral, which refuses it, gets none', openAiCompatible, 'mistral-large-latest', [thought({})], [plain]],
  ] as const)('%s', (_, provider, model, answers, expected) => {
    expect(sent(provider, model, [ask, ...answers, ask])).toEqual([ask, ...expected, ask]);
  });

  it('images that another model drew do not go to OpenAI, which refuses them', () => {
    const drawn = { ...plain, images: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }] };
    expect(sent(openai, 'gpt-4o', [drawn as ChatMessage, ask])).toEqual([plain, ask]);
    expect(sent(openRouter, 'google/gemini-2.5-flash', [drawn as ChatMessage, ask])).toEqual([drawn, ask]);
  });

  it('what this gateway does not know stays', () => {
    const odd = thought({ extra_content: { someone: { x: 1 } }, annotations: [] });
    expect(sent(openAiCompatible, 'local', [odd, ask])).toEqual([odd, ask]);
  });

  it('messages without any of it are passed as they are', () => {
    const messages = [ask, plain as ChatMessage, ask];
    expect(sent(openai, 'gpt-4o', messages)).toEqual(messages);
  });

  it('DeepSeek gets reasoning_content beside calls, if only empty', () => {
    const call = calling(exampleToolCall('t1'));
    const own = { ...call, reasoning_content: 'Hm.' };
    const foreign = { ...own, extra_content: byAnthropic.extra_content } as ChatMessage;
    const history = [ask, own, answering('t1', 'a'), foreign, answering('t1', 'a'), call, answering('t1', 'a')];
    const answers = sent(openAiCompatible, 'deepseek-reasoner', history).filter(({ role }) => role === 'assistant');
    expect(answers.map((message) => message.reasoning_content)).toEqual(['Hm.', '', '']);
  });
});

describe('ids of calls', () => {
  const history = (id: string) => [ask, calling(exampleToolCall(id)), answering(id, 'ok')];
  const ids = (provider: Provider, model: string, id: string) => {
    const [, call, result] = sent(provider, model, history(id));
    return [firstCall(call)?.id, result?.tool_call_id];
  };
  const long = 'chatcmpl-tool-0123456789abcdef0123456789abcdef';

  it('of more than 40 characters are shortened for OpenAI, the same one always in the same way', () => {
    const [call, result] = ids(openai, 'gpt-4o', long);
    expect(call).toMatch(/^call_[0-9A-Za-z]{24}$/);
    expect(result).toBe(call);
    expect(ids(openai, 'gpt-4o', long)).toEqual([call, result]);
    expect(ids(openai, 'gpt-4o', `${long.slice(0, -1)}0`)[0]).not.toBe(call);
  });

  it('of up to 40 characters stay', () => {
    expect(ids(openai, 'gpt-4o', 'toolu_01ABC')).toEqual(['toolu_01ABC', 'toolu_01ABC']);
  });

  it('become nine letters and digits for Mistral, unless they are', () => {
    const [call, result] = ids(openAiCompatible, 'mistral-small-latest', 'toolu_01ABC');
    expect(call).toMatch(/^[0-9A-Za-z]{9}$/);
    expect(result).toBe(call);
    expect(ids(openAiCompatible, 'mistral-small-latest', 'aB3dE6gH9')).toEqual(['aB3dE6gH9', 'aB3dE6gH9']);
  });

  it('stay at a server of which nothing is known', () => {
    expect(ids(openAiCompatible, 'local', long)).toEqual([long, long]);
  });

  it('an answer that a client wrote out whole, with its empty members as null, goes back without calls', () => {
    const written = { role: 'assistant', content: 'Hi', tool_calls: null, function_call: null, audio: null } as const;
    for (const provider of Object.values(providers)) {
      const call = exampleCall('some-model', { messages: [{ role: 'user', content: 'Hello' }, written] });
      expect(JSON.stringify(sentBody(provider.toNative(call, 's')))).not.toContain('tool_calls');
    }
  });

  it('the index that a client left in from a stream does not go out', () => {
    const call = calling({ ...exampleToolCall('t1'), index: 0 });
    const [, message] = sent(openai, 'gpt-4o', [ask, call, answering('t1', 'ok')]);
    expect(firstCall(message)).not.toHaveProperty('index');
  });
});
