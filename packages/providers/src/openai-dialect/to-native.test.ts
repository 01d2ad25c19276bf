import type { ChatBody, ChatCall } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { openai } from '../openai/index.ts';
import { openAiCompatible } from '../openai-compatible/index.ts';
import { openRouter } from '../openrouter/index.ts';
import type { Provider } from '../provider.ts';

const messages = [{ role: 'user', content: 'Hi' }] as const;

function send(provider: Provider, model: string, body: Partial<ChatBody> = {}) {
  const call: ChatCall = {
    body: { model: 'smart', messages, ...body },
    model,
    stream: body.stream === true,
    defaultMaxTokens: 4096,
  };
  const request = provider.toNative(call, 'secret-1');
  if ('refused' in request) return request;
  return { ...request, body: JSON.parse(String(request.body)) as object };
}

const dialect = [openai, openRouter, openAiCompatible].map((provider) => [provider.name, provider] as const);

describe.each(dialect)('a request to %s', (_, provider) => {
  it('is the body of the client, with the name that the upstream gives the model', () => {
    const body = { temperature: 0.3, user: 'u', x_extension: { deep: [1] }, stream: false };
    expect(send(provider, 'gpt-4o', body)).toMatchObject({
      method: 'POST',
      path: '/chat/completions',
      headers: { authorization: 'Bearer secret-1', accept: 'application/json' },
      body: { model: 'gpt-4o', messages, ...body },
    });
  });

  it('asks for usage whenever it streams, and keeps the other wishes for the stream', () => {
    const body = { stream: true, stream_options: { include_usage: false, include_obfuscation: false } };
    expect(send(provider, 'gpt-4o', body)).toMatchObject({
      headers: { accept: 'text/event-stream' },
      body: { stream: true, stream_options: { include_usage: true, include_obfuscation: false } },
    });
  });

  it('that does not stream says nothing of streams', () => {
    expect(send(provider, 'gpt-4o')).toMatchObject({ body: { model: 'gpt-4o', messages } });
    expect(send(provider, 'gpt-4o')).not.toHaveProperty('body.stream');
    expect(send(provider, 'gpt-4o')).not.toHaveProperty('body.stream_options');
  });

  it('asks for the list of models with the same secret', () => {
    expect(provider.listModels('secret-1')).toMatchObject({ method: 'GET', path: '/models' });
    expect(provider.readModels('{"data":[{"id":"a"},{"id":""},{},{"id":"b"}]}')).toEqual(['a', 'b']);
    expect(provider.readModels('<html>')).toEqual([]);
  });
});

describe('models with ways of their own', () => {
  it.each(['o3', 'o4-mini', 'gpt-5', 'gpt-5-mini-2025-08-07'])(
    'OpenAI: %s gets its limit under the new name',
    (model) => {
      expect(send(openai, model, { max_tokens: 100 })).toHaveProperty('body.max_completion_tokens', 100);
      expect(send(openai, model, { max_tokens: 100 })).not.toHaveProperty('body.max_tokens');
      expect(send(openai, model)).not.toHaveProperty('body.max_completion_tokens');
    },
  );

  it('OpenAI: others get the limit under the name that the client used', () => {
    expect(send(openai, 'gpt-4o', { max_tokens: 100 })).toHaveProperty('body.max_tokens', 100);
    expect(send(openai, 'gpt-4o', { max_completion_tokens: 100 })).toHaveProperty('body.max_completion_tokens', 100);
  });

  it('Mistral gets no stream options, the old name of the limit, and its own name of the seed', () => {
    const request = send(openAiCompatible, 'mistral-small-latest', { stream: true, max_completion_tokens: 9, seed: 4 });
    expect(request).toHaveProperty('body', {
      model: 'mistral-small-latest',
      messages,
      stream: true,
      max_tokens: 9,
      random_seed: 4,
    });
  });

  it('DeepSeek gets the old name of the limit', () => {
    expect(send(openAiCompatible, 'deepseek-chat', { max_completion_tokens: 9 })).toHaveProperty('body.max_tokens', 9);
  });
});

describe('several choices', () => {
  it('are asked for where they exist', () => {
    expect(send(openai, 'gpt-4o', { n: 2 })).toHaveProperty('body.n', 2);
    expect(send(openAiCompatible, 'llama-3.3-70b', { n: 2 })).toHaveProperty('body.n', 2);
  });

  it.each([
    ['OpenRouter', openRouter, 'openai/gpt-4o'],
    ['DeepSeek', openAiCompatible, 'deepseek-reasoner'],
  ] as const)('are refused, never answered with one, at %s', (_, provider, model) => {
    expect(send(provider, model, { n: 2 })).toMatchObject({ refused: { param: 'n' } });
    expect(send(provider, model, { n: 1 })).not.toHaveProperty('refused');
  });
});
