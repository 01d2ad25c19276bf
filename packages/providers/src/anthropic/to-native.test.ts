import type { ChatBody } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { answering, calling, exampleCall, exampleToolCall, sentBody } from '../conversation/example-call.ts';
import { toNative } from './to-native.ts';

const send = (body: Partial<ChatBody> = {}, model = 'claude-sonnet-4-5') =>
  sentBody(toNative(exampleCall(model, body), 'secret'));

it('authenticates by x-api-key and names the version, and asks for a stream in the body', () => {
  const request = toNative(exampleCall('claude-sonnet-4-5', {}, true), 'sk-secret');
  expect(request).toMatchObject({
    method: 'POST',
    path: '/v1/messages',
    headers: { 'x-api-key': 'sk-secret', 'anthropic-version': '2023-06-01', 'content-type': 'application/json' },
  });
  expect(sentBody(request)).toMatchObject({ model: 'claude-sonnet-4-5', stream: true });
  expect(send()).not.toHaveProperty('stream');
});

describe('max_tokens is always sent', () => {
  it.each([
    ['the newer name of the limit wins', { max_completion_tokens: 10, max_tokens: 20 }, 'claude-sonnet-4-5', 10],
    ['the older name counts too', { max_tokens: 20, max_completion_tokens: null }, 'claude-sonnet-4-5', 20],
    ['a client without a limit gets all that the model can give', {}, 'claude-sonnet-4-5-20250929', 64_000],
    ['an old model gives less', {}, 'claude-3-haiku-20240307', 4096],
    ['a new model gives more', {}, 'claude-opus-5', 128_000],
    ['a model of another maker gets the default', {}, 'deepseek-chat', 4096],
  ] as [string, Partial<ChatBody>, string, number][])('%s', (_, body, model, limit) => {
    expect(send(body, model).max_tokens).toBe(limit);
  });

  it('shrinks for a prompt that leaves less room in the window, never below the default', () => {
    const prompt = (characters: number) => ({ messages: [{ role: 'user', content: 'x'.repeat(characters) }] as const });
    expect(send(prompt(540_000)).max_tokens).toBe(20_000);
    expect(send(prompt(600_000)).max_tokens).toBe(4096);
  });
});

describe('sampling', () => {
  it.each([
    ['cuts the temperature at 1', { temperature: 1.7 }, 'claude-sonnet-4-5', { temperature: 1 }],
    ['keeps a temperature of 0', { temperature: 0 }, 'claude-sonnet-4-5', { temperature: 0 }],
    ['keeps temperature of the two', { temperature: 0.2, top_p: 0.9 }, 'claude-sonnet-4-5', { temperature: 0.2 }],
    [
      'sends both to old models',
      { temperature: 0.2, top_p: 0.9 },
      'claude-3-5-haiku',
      { temperature: 0.2, top_p: 0.9 },
    ],
    ['sends top_p alone', { top_p: 0.9, temperature: null }, 'claude-sonnet-4-5', { top_p: 0.9 }],
    ['sends none to models that refuse it', { temperature: 0.2, top_p: 0.9, top_k: 5 }, 'claude-opus-4-7', {}],
    ['passes the extension top_k', { top_k: 5 }, 'claude-sonnet-4-5', { top_k: 5 }],
    ['takes one stop as a list', { stop: 'END' }, 'claude-opus-5', { stop_sequences: ['END'] }],
    ['takes several stops', { stop: ['a', 'b'] }, 'claude-opus-5', { stop_sequences: ['a', 'b'] }],
    ['leaves out what only tunes', { seed: 7, presence_penalty: 1, logit_bias: { 1: 2 } }, 'claude-opus-5', {}],
  ] as [string, Partial<ChatBody>, string, object][])('%s', (_, body, model, sampling) => {
    const { model: _model, max_tokens: _limit, messages: _messages, ...rest } = send(body, model);
    expect(rest).toEqual(sampling);
  });
});

describe('what Anthropic cannot honour is refused, never left out', () => {
  it.each([
    ['n', { n: 2 }],
    ['logprobs', { logprobs: true }],
    ['stop', { stop: ['\n'] }],
    ['modalities', { modalities: ['text', 'audio'] }],
    ['web_search_options', { web_search_options: {} }],
  ] as [string, Partial<ChatBody>][])('%s', (param, body) => {
    expect(toNative(exampleCall('claude-opus-5', body), 'secret')).toMatchObject({ refused: { param } });
  });

  it('except where it changes nothing', () => {
    expect(send({ n: 1, logprobs: false, modalities: ['text'] })).toHaveProperty('messages');
  });
});

describe('thinking', () => {
  const thinking = (body: Partial<ChatBody>, model: string) => {
    const sent = send(body, model);
    return [sent.thinking, sent.output_config, sent.temperature];
  };
  const adaptive = { type: 'adaptive', display: 'summarized' };

  it.each([
    ['a budget below the limit', 'claude-sonnet-4-5', 'medium', [{ type: 'enabled', budget_tokens: 8192 }, undefined]],
    ['an effort for adaptive models', 'claude-opus-4-6', 'high', [adaptive, { effort: 'high' }]],
    ['no effort above what the model knows', 'claude-opus-4-6', 'xhigh', [adaptive, { effort: 'high' }]],
    ['the highest effort where known', 'claude-opus-5', 'xhigh', [adaptive, { effort: 'xhigh' }]],
    ['none where it can be switched off', 'claude-opus-5', 'none', [{ type: 'disabled' }, undefined]],
    ['little where it cannot', 'claude-fable-5', 'none', [adaptive, { effort: 'low' }]],
    ['none for models without', 'claude-3-5-haiku', 'high', [undefined, undefined]],
  ] as [string, string, string, object[]][])('%s', (_, model, reasoning_effort, expected) => {
    expect(thinking({ reasoning_effort }, model)).toEqual([...expected, undefined]);
  });

  it('never raises the limit: a small one leaves no room to think', () => {
    expect(thinking({ reasoning_effort: 'high', max_tokens: 5000 }, 'claude-sonnet-4-5')[0]).toEqual({
      type: 'enabled',
      budget_tokens: 4000,
    });
    expect(thinking({ reasoning_effort: 'high', max_tokens: 1200 }, 'claude-sonnet-4-5')[0]).toBeUndefined();
  });

  it('leaves out sampling while thinking', () => {
    expect(thinking({ reasoning_effort: 'low', temperature: 0.5 }, 'claude-sonnet-4-5')[2]).toBeUndefined();
    expect(thinking({ reasoning_effort: 'none', temperature: 0.5 }, 'claude-sonnet-4-5')[2]).toBe(0.5);
  });

  it('gives way to a forced call, and in the middle of a tool loop whose thinking is gone', () => {
    const tools = [{ type: 'function', function: { name: 'get_weather' } }] as const;
    const forced = { reasoning_effort: 'high', tools, tool_choice: 'required' } as const;
    const looping = {
      reasoning_effort: 'high',
      tools,
      messages: [calling(exampleToolCall('t1')), answering('t1', 'ok')],
    };
    expect(thinking(forced, 'claude-sonnet-4-5')[0]).toBeUndefined();
    expect(thinking(looping, 'claude-sonnet-4-5')[0]).toBeUndefined();
  });
});

it("passes the end user's pseudonym", () => {
  expect(send({ user: 'u1' }).metadata).toEqual({ user_id: 'u1' });
  expect(send({ user: 'u1', safety_identifier: 's1' }).metadata).toEqual({ user_id: 's1' });
});
