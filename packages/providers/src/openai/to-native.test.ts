import type { ChatBody } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { exampleCall, sentBody } from '../conversation/example-call.ts';
import { openai } from './index.ts';

const send = (model: string, body: Partial<ChatBody>) => sentBody(openai.toNative(exampleCall(model, body), 's'));
const tools = [{ type: 'function', function: { name: 'f' } }] as const;
const sampling = { temperature: 0.3, top_p: 0.5, presence_penalty: 1, logprobs: true, top_logprobs: 2, logit_bias: {} };

describe('a reasoning model is told nothing that it refuses', () => {
  it.each(['o1', 'o3', 'o4-mini', 'gpt-5', 'gpt-5-mini'])('%s gets no sampling parameters', (model) => {
    expect(Object.keys(send(model, sampling)).sort()).toEqual(['messages', 'model']);
  });

  it('GPT-5.1 gets them unless it reasons', () => {
    expect(send('gpt-5.1', sampling)).toMatchObject(sampling);
    expect(send('gpt-5.1', { ...sampling, reasoning_effort: 'none' })).toMatchObject(sampling);
    expect(send('gpt-5.1', { ...sampling, reasoning_effort: 'low' })).not.toHaveProperty('temperature');
  });

  it.each(['o3', 'o4-mini'])('%s refuses stop sequences by name', (model) => {
    expect(openai.toNative(exampleCall(model, { stop: ['x'] }), 's')).toMatchObject({ refused: { param: 'stop' } });
  });

  it('GPT-5.4 gets no effort beside tools, which this API refuses', () => {
    expect(send('gpt-5.4', { tools, reasoning_effort: 'high' })).not.toHaveProperty('reasoning_effort');
    expect(send('gpt-5.4', { tools, reasoning_effort: 'none' })).toHaveProperty('reasoning_effort', 'none');
    expect(send('gpt-5.4', { reasoning_effort: 'high' })).toHaveProperty('reasoning_effort', 'high');
    expect(send('gpt-5.2', { tools, reasoning_effort: 'high' })).toHaveProperty('reasoning_effort', 'high');
  });

  it('one that does not reason gets no effort', () => {
    expect(send('gpt-4o', { reasoning_effort: 'high' })).not.toHaveProperty('reasoning_effort');
    expect(send('gpt-of-tomorrow', { reasoning_effort: 'high' })).toHaveProperty('reasoning_effort');
  });
});

it("gets no marks of Anthropic's cache, wherever they stand", () => {
  const cache_control = { type: 'ephemeral' };
  const text = { type: 'text', text: 'Long.' };
  const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } } as const;
  const said = { role: 'assistant', content: null } as const;
  const marked: Partial<ChatBody> = {
    cache_control,
    messages: [
      { role: 'system', content: [{ ...text, cache_control }] },
      { role: 'user', content: [text, { ...text, cache_control: null }] },
      { ...said, tool_calls: [{ ...call, cache_control }] },
      { role: 'tool', tool_call_id: 'c1', content: 'r', cache_control },
    ],
    tools: [
      { ...tools[0], cache_control },
      { type: 'function', function: { name: 'g', cache_control } },
    ],
  };
  expect(send('gpt-4o', marked)).toEqual({
    model: 'gpt-4o',
    messages: [
      { role: 'system', content: [text] },
      { role: 'user', content: [text, text] },
      { ...said, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c1', content: 'r' },
    ],
    tools: [tools[0], { type: 'function', function: { name: 'g' } }],
  });
});

describe('what stands idle does not go out', () => {
  it('an empty list of tools, and wishes about tools where there are none', () => {
    const body = { tools: [], tool_choice: 'auto', parallel_tool_calls: true } as const;
    expect(Object.keys(send('gpt-4o', body)).sort()).toEqual(['messages', 'model']);
    expect(Object.keys(send('gpt-4o', { tool_choice: 'none' })).sort()).toEqual(['messages', 'model']);
    expect(send('gpt-4o', { tools, tool_choice: 'auto' })).toMatchObject({ tools, tool_choice: 'auto' });
  });
});

it('strict is sent where the client set it, and nowhere else', () => {
  const strict = [{ type: 'function', function: { name: 'f', strict: true, parameters: {} } }] as const;
  expect(send('gpt-4o', { tools: strict }).tools).toEqual(strict);
  expect(JSON.stringify(send('gpt-4o', { tools }).tools)).not.toContain('strict');
});

it('a schema goes to OpenAI as it came', () => {
  const parameters = {
    $schema: 'x',
    type: 'object',
    properties: { a: { $ref: '#/$defs/A' } },
    $defs: { A: { const: 1 } },
  };
  const own = [{ type: 'function', function: { name: 'f', parameters } }] as const;
  expect(send('gpt-4o', { tools: own }).tools).toEqual(own);
});
