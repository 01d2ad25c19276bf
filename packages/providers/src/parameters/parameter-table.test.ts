import type { ChatBody, Json, JsonObject } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { exampleCall, sentBody } from '../conversation/example-call.ts';
import { isRefusal } from '../conversation/refuse.ts';
import { providers, providerTables } from '../index.ts';
import { type ChatParameter, chatParameters } from './chat-parameters.ts';

const declared = { name: 'f', parameters: { type: 'object', properties: { x: { type: 'string' } } } };

/** A value of each parameter that asks for something, and what has to stand beside it. */
const examples: Readonly<Record<ChatParameter, readonly [value: Json, beside?: JsonObject]>> = {
  audio: [{ voice: 'alloy', format: 'wav' }],
  frequency_penalty: [0.5],
  function_call: [{ name: 'f' }, { functions: [declared] }],
  functions: [[declared]],
  logit_bias: [{ '50256': -100 }],
  logprobs: [true],
  max_completion_tokens: [77],
  max_tokens: [77],
  metadata: [{ label: 'x' }],
  modalities: [['text', 'audio']],
  n: [2],
  parallel_tool_calls: [false, { tools: [{ type: 'function', function: declared }] }],
  prediction: [{ type: 'content', content: 'x' }],
  presence_penalty: [0.5],
  prompt_cache_key: ['k'],
  prompt_cache_retention: ['24h'],
  reasoning_effort: ['high'],
  response_format: [{ type: 'json_object' }],
  safety_identifier: ['someone'],
  seed: [7],
  service_tier: ['flex'],
  stop: [['END']],
  store: [true],
  stream: [true],
  stream_options: [{ include_usage: true }, { stream: true }],
  temperature: [0.4],
  tool_choice: ['required', { tools: [{ type: 'function', function: declared }] }],
  tools: [[{ type: 'function', function: declared }]],
  top_logprobs: [3],
  top_p: [0.4],
  user: ['someone'],
  verbosity: ['low'],
  web_search_options: [{}],
};

/** A model that knows everything that its provider knows of a parameter. */
const modelFor = (provider: string, name: ChatParameter): string => {
  const older = ['frequency_penalty', 'presence_penalty', 'logprobs', 'top_logprobs'];
  const models: Readonly<Record<string, string>> = {
    openai: name === 'reasoning_effort' || name === 'max_tokens' ? 'o1' : 'gpt-4o',
    anthropic: 'claude-sonnet-4-5',
    gemini: older.includes(name) ? 'gemini-2.0-flash' : 'gemini-2.5-flash',
    openrouter: 'openai/gpt-4o',
  };
  return models[provider] ?? 'local';
};

/** Kept by the gateway itself, or by another part of the request: nothing of it is in the body. */
const keptElsewhere: Readonly<Record<string, readonly ChatParameter[]>> = {
  anthropic: ['stream_options'],
  gemini: ['stream_options', 'stream'],
};

describe.each(Object.values(providers).map((provider) => [provider.name, provider] as const))(
  '%s',
  (name, provider) => {
    const table = providerTables[name];

    it.each(chatParameters.map((param) => [param, table.parameters[param].how] as const))('%s is %s', (param, how) => {
      const [value, usually = {}] = examples[param];
      // Where log probabilities are told, how many are told only counts beside them.
      const beside = name === 'gemini' && param === 'top_logprobs' ? { logprobs: true } : usually;
      const call = (body: JsonObject) => {
        const given = { ...beside, ...body } as Partial<ChatBody>;
        return exampleCall(modelFor(name, param), given, given.stream === true);
      };
      const made = provider.toNative(call({ [param]: value }), 'secret');
      if (how === 'refused') {
        expect(made).toMatchObject({ refused: { param } });
        expect(provider.refusal(call({ [param]: value }))).toEqual(made);
        return;
      }
      expect(isRefusal(made)).toBe(false);
      expect(provider.refusal(call({ [param]: value }))).toBeUndefined();
      const without = sentBody(provider.toNative(call({}), 'secret'));
      if (how === 'passed') expect(sentBody(made)[param]).toEqual(value);
      else if (how === 'dropped' || keptElsewhere[name]?.includes(param)) expect(sentBody(made)).toEqual(without);
      else if (param !== 'stream_options') expect(sentBody(made)).not.toEqual(without);
    });

    it('refuses nothing that is not asked for', () => {
      const nothing = Object.fromEntries(chatParameters.map((param) => [param, null]));
      const { tools: _tools, functions: _functions, ...body } = nothing;
      expect(provider.refusal(exampleCall(modelFor(name, 'n'), { ...body, n: 1 }))).toBeUndefined();
      const ordinary = { n: 1, logprobs: false, modalities: ['text'] } as Partial<ChatBody>;
      expect(provider.refusal(exampleCall(modelFor(name, 'n'), ordinary))).toBeUndefined();
    });
  },
);
