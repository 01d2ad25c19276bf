import type { ChatBody } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { exampleCall, sentBody } from '../conversation/example-call.ts';
import { openAiCompatible } from './index.ts';

const made = (model: string, body: Partial<ChatBody>, host?: string) =>
  openAiCompatible.toNative(
    { ...exampleCall(model, body, body.stream === true), ...(host === undefined ? {} : { host }) },
    's',
  );
const send = (...given: Parameters<typeof made>) => sentBody(made(...given));

describe('a vendor’s server', () => {
  it('is known by its host, whatever the model is called', () => {
    const body = { stream: true, max_completion_tokens: 9, seed: 4 };
    expect(send('ft:anything', body, 'api.mistral.ai')).toMatchObject({ max_tokens: 9, random_seed: 4 });
    expect(send('mistral-small', body, 'api.groq.com')).toMatchObject({ max_completion_tokens: 9, seed: 4 });
  });

  it('that nobody knows gets what the client sent', () => {
    const body = { temperature: 2, logit_bias: { 1: 2 }, seed: 4, max_completion_tokens: 9, x_own: [1], user: 'u' };
    expect(send('llama', body, 'localhost:11434')).toMatchObject(body);
  });
});

describe("marks of Anthropic's cache", () => {
  const cache_control = { type: 'ephemeral' };
  const messages = [{ role: 'user', content: [{ type: 'text', text: 'Long.', cache_control }] }] as const;

  it.each(['api.mistral.ai', 'api.groq.com', 'api.fireworks.ai', 'mine.openai.azure.com'])(
    'are left out for %s, which refuses them',
    (host) => {
      const sent = send('a-model', { messages, cache_control }, host);
      expect(JSON.stringify(sent)).not.toContain('cache_control');
      expect(sent.messages).toEqual([{ role: 'user', content: [{ type: 'text', text: 'Long.' }] }]);
    },
  );

  it.each(['localhost:4000', 'dashscope.aliyuncs.com'])('are passed to %s, which may take them', (host) => {
    expect(send('a-model', { messages, cache_control }, host)).toMatchObject({ messages, cache_control });
  });
});

describe('Mistral', () => {
  it('gets no parameter that it forbids', () => {
    const body = { user: 'u', store: true, metadata: {}, service_tier: 'flex', logit_bias: {}, stream: true };
    const sent = send('mistral-large-latest', body);
    expect(Object.keys(sent).sort()).toEqual(['messages', 'model', 'stream']);
  });

  it('refuses log probabilities by name', () => {
    expect(made('mistral-large-latest', { logprobs: true })).toMatchObject({ refused: { param: 'logprobs' } });
    expect(made('mistral-large-latest', { logprobs: false })).not.toHaveProperty('refused');
  });
});

describe('DeepSeek', () => {
  const schema = { type: 'object', properties: { x: { type: 'string' } } };

  it('is told a schema in words, beside its JSON mode', () => {
    const response_format = { type: 'json_schema', json_schema: { name: 'n', schema } } as const;
    const sent = send('deepseek-chat', { response_format });
    expect(sent.response_format).toEqual({ type: 'json_object' });
    expect(JSON.stringify(sent.messages)).toContain('JSON schema');
  });

  it('gets JSON mode as it was asked for', () => {
    const sent = send('deepseek-chat', { response_format: { type: 'json_object' } });
    expect(sent.response_format).toEqual({ type: 'json_object' });
    expect(sent.messages).toHaveLength(1);
  });
});

describe('Groq', () => {
  it('gets no names in messages, and no bias', () => {
    const messages = [{ role: 'user', name: 'ann', content: 'Hi' }] as const;
    const sent = send('llama-3.3-70b-versatile', { messages, logit_bias: {} }, 'api.groq.com');
    expect(sent).toEqual({ model: 'llama-3.3-70b-versatile', messages: [{ role: 'user', content: 'Hi' }] });
  });

  it.each([
    ['n', { n: 2 }],
    ['logprobs', { logprobs: true }],
  ] as const)('refuses %s by name', (param, body) => {
    expect(made('llama-3.3-70b-versatile', body, 'api.groq.com')).toMatchObject({ refused: { param } });
  });
});

it('a reasoning model of xAI refuses stop sequences by name, and loses penalties', () => {
  expect(made('grok-4', { stop: 'x' })).toMatchObject({ refused: { param: 'stop' } });
  expect(send('grok-4', { presence_penalty: 1 })).not.toHaveProperty('presence_penalty');
});
