import type { ChatBody } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { exampleCall, sentBody } from '../conversation/example-call.ts';
import { toNative } from './to-native.ts';

const send = (body: Partial<ChatBody>, model = 'gemini-2.5-flash') =>
  sentBody(toNative(exampleCall(model, body), 'secret'));

describe('the request', () => {
  it('carries the key in a header, never in the address', () => {
    const request = toNative(exampleCall('gemini-2.5-flash'), 'AIza-secret');
    expect(request).toMatchObject({
      path: '/v1beta/models/gemini-2.5-flash:generateContent',
      headers: { 'x-goog-api-key': 'AIza-secret', 'content-type': 'application/json' },
    });
  });

  it('asks for a stream by its own method, as events', () => {
    expect(toNative(exampleCall('gemini-2.5-flash', {}, true), 's')).toMatchObject({
      path: '/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse',
    });
  });

  it.each([
    ['models/gemini-2.5-pro', '/v1beta/models/gemini-2.5-pro:generateContent'],
    ['tunedModels/mine', '/v1beta/tunedModels/mine:generateContent'],
    ['gemini-../../files?x', '/v1beta/models/gemini-..%2F..%2Ffiles%3Fx:generateContent'],
  ])('keeps the name %s in its place', (model, path) => {
    expect(toNative(exampleCall(model), 's')).toMatchObject({ path });
  });
});

describe('generation', () => {
  it('maps every parameter that Gemini knows', () => {
    const body = {
      temperature: 1.5,
      top_p: 0.9,
      top_k: 20,
      max_completion_tokens: 100,
      stop: 'END',
      seed: 7,
      presence_penalty: 0.5,
      frequency_penalty: 0.25,
      logit_bias: { 1: 1 },
    };
    expect(send(body, 'gemini-2.0-flash').generationConfig).toEqual({
      temperature: 1.5,
      topP: 0.9,
      topK: 20,
      maxOutputTokens: 100,
      stopSequences: ['END'],
      seed: 7,
      presencePenalty: 0.5,
      frequencyPenalty: 0.25,
    });
  });

  it('leaves out penalties where the model refuses them, nulls, and the whole where nothing is left', () => {
    expect(send({ presence_penalty: 1, temperature: null, stop: [] })).not.toHaveProperty('generationConfig');
  });

  it.each([
    ['n', { n: 2 }],
    ['logprobs', { logprobs: true }],
    ['stop', { stop: ['a', 'b', 'c', 'd', 'e', 'f'] }],
    ['audio', { audio: { voice: 'x' } }],
  ] as [string, Partial<ChatBody>][])('refuses %s, which it cannot honour', (param, body) => {
    expect(toNative(exampleCall('gemini-2.5-flash', body), 's')).toMatchObject({ refused: { param } });
  });

  it.each([
    ['gemini-2.5-flash', 'none', { thinkingBudget: 0 }],
    ['gemini-2.5-pro', 'none', { thinkingBudget: 128, includeThoughts: true }],
    ['gemini-2.5-pro', 'high', { thinkingBudget: 24_576, includeThoughts: true }],
    ['gemini-2.5-flash', 'xhigh', { thinkingBudget: 24_576, includeThoughts: true }],
    ['gemini-2.5-flash-lite', 'minimal', { thinkingBudget: 512, includeThoughts: true }],
    ['gemini-3-pro-preview', 'medium', { thinkingLevel: 'HIGH', includeThoughts: true }],
    ['gemini-3.1-pro', 'none', { thinkingLevel: 'LOW', includeThoughts: true }],
    ['gemini-3-flash', 'minimal', { thinkingLevel: 'MINIMAL', includeThoughts: true }],
  ])('%s thinks at the effort %s within what it takes', (model, reasoning_effort, thinkingConfig) => {
    expect(send({ reasoning_effort }, model).generationConfig).toEqual({ thinkingConfig });
  });

  it.each([
    ['gemini-2.0-flash', 'high'],
    ['gemini-2.5-flash', 'of tomorrow'],
  ])('%s is told nothing about the effort %s', (model, reasoning_effort) => {
    expect(send({ reasoning_effort }, model)).not.toHaveProperty('generationConfig');
  });
});

describe('the form of the answer', () => {
  const schema = { type: 'object', properties: { x: { type: 'string' } }, additionalProperties: false };
  const response_format = { type: 'json_schema', json_schema: { name: 'x', schema } } as const;
  const tools = [{ type: 'function', function: { name: 'f' } }] as const;

  it('is JSON, and of the schema where one is given', () => {
    expect(send({ response_format: { type: 'json_object' } }).generationConfig).toEqual({
      responseMimeType: 'application/json',
    });
    expect(send({ response_format }, 'gemini-2.0-flash').generationConfig).toEqual({
      responseMimeType: 'application/json',
      responseSchema: { type: 'object', properties: { x: { type: 'string' } } },
    });
    expect(send({ response_format }, 'gemini-2.5-flash').generationConfig).toEqual({
      responseMimeType: 'application/json',
      responseJsonSchema: schema,
    });
    expect(send({ response_format: { type: 'text' } })).not.toHaveProperty('generationConfig');
  });

  it('is asked in words beside tools, where the model takes no form there', () => {
    const body = send({ response_format, tools });
    expect(body).not.toHaveProperty('generationConfig');
    expect(JSON.stringify(body.systemInstruction)).toContain('JSON schema');
    expect(send({ response_format, tools }, 'gemini-3-flash').generationConfig).toHaveProperty('responseJsonSchema');
  });
});

describe('tools', () => {
  const named = (name: string) => ({ type: 'function', function: { name } }) as const;
  const tools = [
    {
      type: 'function',
      function: { name: 'a', description: 'does a', parameters: { properties: { x: { type: 'string' } } } },
    },
    named('b'),
  ] as const;
  const declared = (body: Partial<ChatBody>) => [send({ tools, ...body }).tools, send({ tools, ...body }).toolConfig];
  const calling = (config: object) => ({ functionCallingConfig: config });

  it('stand in one entry, without parameters where a function has none', () => {
    expect(send({ tools }).tools).toEqual([
      {
        functionDeclarations: [
          {
            name: 'a',
            description: 'does a',
            parametersJsonSchema: { type: 'object', properties: { x: { type: 'string' } } },
          },
          { name: 'b', description: '' },
        ],
      },
    ]);
    expect(JSON.stringify(send({ tools }, 'gemini-2.0-flash').tools)).toContain('"parameters":{"type":"object"');
  });

  it('have no parameters where the schema of a function allows none', () => {
    for (const parameters of [{}, { type: 'object' }, { type: 'object', properties: {} }]) {
      const one = [{ type: 'function', function: { name: 'f', parameters } }] as const;
      const sent = sentBody(toNative(exampleCall('gemini-2.5-flash', { tools: one }), 's'));
      expect(sent.tools).toEqual([{ functionDeclarations: [{ name: 'f', description: '' }] }]);
    }
  });

  it('are refused where a name begins with what the API takes for no name', () => {
    expect(toNative(exampleCall('gemini-2.5-flash', { tools: [named('a'), named('2fast')] }), 's')).toMatchObject({
      refused: { param: 'tools[1].function.name' },
    });
  });

  it.each([
    ['nothing', {}, { mode: 'AUTO' }],
    ['none', { tool_choice: 'none' }, { mode: 'NONE' }],
    ['required', { tool_choice: 'required' }, { mode: 'ANY' }],
    ['one function', { tool_choice: named('b') }, { mode: 'ANY', allowedFunctionNames: ['b'] }],
  ] as [string, Partial<ChatBody>, object][])('are used as the client says: %s', (_, body, config) => {
    expect(declared(body)).toEqual([
      [{ functionDeclarations: [expect.anything(), expect.anything()] }],
      calling(config),
    ]);
  });

  it('are cut to the allowed ones where the model may choose', () => {
    const tool_choice = { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [named('b')] } };
    expect(declared({ tool_choice })).toEqual([
      [{ functionDeclarations: [{ name: 'b', description: '' }] }],
      calling({ mode: 'AUTO' }),
    ]);
  });
});
