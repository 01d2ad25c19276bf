import type { JsonObject } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { decodeReads, wholeAnswer } from '../conformance/fixtures.ts';
import { gemini } from './index.ts';

const chunk = (parts: readonly JsonObject[], more: JsonObject = {}, whole: JsonObject = {}) => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...more }],
  responseId: 'r1',
  ...whole,
});
const stop = { finishReason: 'STOP' };

const decode = (...chunks: readonly JsonObject[]) =>
  decodeReads(gemini, [new TextEncoder().encode(chunks.map((one) => `data: ${JSON.stringify(one)}\r\n\r\n`).join(''))]);
const read = (...chunks: readonly JsonObject[]) => wholeAnswer(decode(...chunks));

describe('function calls', () => {
  const call = (functionCall: JsonObject) => ({ functionCall });

  it('end an answer that the API calls stopped', () => {
    expect(read(chunk([call({ name: 'f', args: { x: 1 } })], stop)).choices).toMatchObject([
      { finishReason: 'tool_calls', calls: [{ function: { name: 'f', arguments: '{"x":1}' } }] },
    ]);
  });

  it('keep their ids; without one they get ids of their own, the same each time', () => {
    const parts = [call({ name: 'f', args: {} }), call({ name: 'f', args: {} }), call({ id: 'fc1', name: 'f' })];
    const ids = read(chunk(parts, stop)).choices[0]?.calls.map(({ id }) => id) ?? [];
    expect(new Set(ids).size).toBe(3);
    expect(ids[2]).toBe('fc1');
    expect(read(chunk(parts.slice(0, 2)), chunk([], stop)).choices[0]?.calls.map(({ id }) => id)).toEqual(
      ids.slice(0, 2),
    );
  });

  it('get ids of their own where the server repeats one', () => {
    const parts = [call({ id: 'fc1', name: 'f', args: {} }), call({ id: 'fc1', name: 'f', args: {} })];
    const ids = read(chunk(parts, stop)).choices[0]?.calls.map(({ id }) => id) ?? [];
    expect(ids[0]).toBe('fc1');
    expect(new Set(ids).size).toBe(2);
  });

  it('are put together where their arguments come in pieces', () => {
    const pieces = (partialArgs: readonly JsonObject[]) => chunk([call({ partialArgs, willContinue: true })]);
    const answer = read(
      chunk([call({ name: 'f', willContinue: true })]),
      pieces([{ jsonPath: '$.id', stringValue: 'A', willContinue: true }]),
      pieces([
        { jsonPath: '$.id', stringValue: 'B' },
        { jsonPath: '$.list[0].n', numberValue: 1 },
        { jsonPath: '$.list[1]', nullValue: 'NULL_VALUE' },
        { jsonPath: "$['a b']", boolValue: true },
      ]),
      chunk([call({})]),
      chunk([call({ name: 'g' })]),
      chunk([{ text: '' }], stop),
    );
    expect(answer.choices[0]?.calls.map((made) => [made.function.name, JSON.parse(made.function.arguments)])).toEqual([
      ['f', { id: 'AB', list: [{ n: 1 }, null], 'a b': true }],
      ['g', {}],
    ]);
  });

  it.each(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'TOO_MANY_TOOL_CALLS', 'MALFORMED_RESPONSE'])(
    'that the model wrote wrongly are worth another try: %s',
    (finishReason) => {
      expect(decode(chunk([], { finishReason })).at(-1)).toMatchObject({
        type: 'failure',
        failure: { kind: 'flaky-generation', scope: 'request' },
      });
    },
  );
});

describe('the end of an answer', () => {
  const hello = { text: 'Hello' };

  it.each([
    ['STOP', [hello], 'stop'],
    ['OTHER', [hello], 'stop'],
    ['OTHER', [], 'content_filter'],
    ['MAX_TOKENS', [], 'length'],
    ['SAFETY', [hello], 'content_filter'],
    ['RECITATION', [], 'content_filter'],
    ['PROHIBITED_CONTENT', [], 'content_filter'],
    ['OF_TOMORROW', [hello], 'stop'],
  ])('%s after %j is %s, and the original is kept', (raw, parts, finishReason) => {
    const events = decode(chunk(parts, { finishReason: raw }));
    expect(events).toContainEqual({ type: 'choice-end', choice: 0, finishReason, raw });
    expect(events.at(-1)).toEqual({ type: 'answer-end' });
  });

  it('is a failure where no reason was told, or nothing was said', () => {
    expect(decode(chunk([hello])).at(-1)).toMatchObject({ failure: { kind: 'disconnected' } });
    expect(decode(chunk([], stop)).at(-1)).toMatchObject({ failure: { kind: 'malformed-answer' } });
  });

  it('stands although the connection breaks after it', () => {
    const reset = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
    const bytes = new TextEncoder().encode(`data: ${JSON.stringify(chunk([hello], stop))}\r\n\r\n`);
    const events = decodeReads(gemini, [bytes], reset);
    expect(wholeAnswer(events).choices).toMatchObject([{ text: 'Hello' }]);
  });

  it.each([
    ['streamed', (body: JsonObject) => decode(body)],
    ['plain', (body: JsonObject) => gemini.fromNative(JSON.stringify(body))],
  ])('of a blocked prompt is a filtered answer, billed and nobody’s fault: %s', (_, form) => {
    const blocked = {
      promptFeedback: { blockReason: 'SAFETY', blockReasonMessage: 'Not this.' },
      usageMetadata: { promptTokenCount: 12, totalTokenCount: 12 },
    };
    expect(wholeAnswer(form(blocked))).toMatchObject({
      usage: { promptTokens: 12, completionTokens: 0, totalTokens: 12 },
      choices: [{ text: undefined, refusal: 'Not this.', finishReason: 'content_filter' }],
    });
  });
});

it('keeps drawn images beside the text', () => {
  const inlineData = { mimeType: 'image/png', data: 'iVBORw0KGgo=' };
  const candidate = { content: { parts: [{ inlineData }], role: 'model' }, finishReason: 'STOP' };
  const events = gemini.fromNative(JSON.stringify({ candidates: [candidate] }));
  expect(events).toContainEqual({
    type: 'choice-fields',
    choice: 0,
    message: { images: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }] },
  });
  expect(events.at(-1)).toEqual({ type: 'answer-end' });
});

it('keeps thoughts out of the text', () => {
  const answer = read(chunk([{ text: 'Hm.', thought: true }, { text: 'Yes.' }], stop));
  expect(answer.choices).toMatchObject([{ text: 'Yes.', reasoning: 'Hm.' }]);
});

it('takes the last usage, also from a chunk without candidates, and adds the thoughts to the answer', () => {
  const usage = (usageMetadata: JsonObject) => chunk([{ text: 'a' }], {}, { usageMetadata });
  const answer = read(
    usage({ trafficType: 'ON_DEMAND' }),
    usage({ promptTokenCount: 9, candidatesTokenCount: 1, totalTokenCount: 10 }),
    usage({ promptTokenCount: 9, candidatesTokenCount: 2, totalTokenCount: 11 }),
    chunk([], stop),
    {
      usageMetadata: {
        promptTokenCount: 9,
        toolUsePromptTokenCount: 1,
        cachedContentTokenCount: 4,
        candidatesTokenCount: 3,
        thoughtsTokenCount: 5,
      },
    },
  );
  expect(answer.usage).toEqual({
    promptTokens: 10,
    cachedTokens: 4,
    cacheWriteTokens: 0,
    completionTokens: 8,
    reasoningTokens: 5,
    totalTokens: 18,
  });
});

it('reads several candidates apart', () => {
  const two = { candidates: [0, 1].map((index) => ({ index, content: { parts: [{ text: `${index}` }] }, ...stop })) };
  expect(read(two).choices).toMatchObject([{ text: '0' }, { text: '1' }]);
});

it('reads a stream that comes as one JSON list', () => {
  const list = JSON.stringify([chunk([{ text: 'Hel' }]), chunk([{ text: 'lo' }], stop)]);
  expect(wholeAnswer(gemini.fromNative(list)).choices).toMatchObject([{ text: 'Hello' }]);
});

it('reads the served models from the list of models, without their prefix', () => {
  const models = [
    { name: 'models/gemini-2.5-flash', supportedGenerationMethods: ['generateContent', 'countTokens'] },
    { name: 'models/gemini-embedding-001', supportedGenerationMethods: ['embedContent'] },
    { name: 'models/veo-3', supportedGenerationMethods: ['predictLongRunning'] },
    { name: 7 },
  ];
  expect(gemini.readModels(JSON.stringify({ models }))).toEqual(['gemini-2.5-flash', 'gemini-embedding-001']);
  expect(gemini.readModels('[]')).toEqual([]);
  expect(gemini.listModels('AIza')).toMatchObject({ headers: { 'x-goog-api-key': 'AIza' } });
});
