import { type FoldedAnswer, foldAnswer, type JsonObject } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import type { DecodedAnswer } from '../provider.ts';
import { providers } from '../providers.ts';

const many = <T>(count: number, one: (at: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, at) => one(at));

const folded = (events: readonly DecodedAnswer[]): FoldedAnswer => {
  expect(events.find((event) => event.type === 'failure')).toBeUndefined();
  return foldAnswer(events.filter((event) => event.type !== 'failure'));
};

const streamed = (name: keyof typeof providers, payloads: readonly JsonObject[]): FoldedAnswer =>
  folded(providers[name].fromNative(payloads.map((payload) => `data: ${JSON.stringify(payload)}\n\n`).join('')));

const last = { choices: [{ index: 0, delta: { content: 'x' }, finish_reason: 'stop' }] };
const chunk = (delta: JsonObject, more: JsonObject = {}): JsonObject => ({ choices: [{ index: 0, delta, ...more }] });
const piece = (call: JsonObject): JsonObject => chunk({ tool_calls: [call] });
const count = 40_000;

/** As large as an answer may be, or nearly: what looks at all that came before for each piece takes minutes. */
describe('an answer in many pieces is read in one walk', () => {
  it('lists that are continued', () => {
    const [choice] = streamed('openrouter', [
      ...many(count, (at) =>
        chunk({ reasoning_details: [{ type: 'reasoning.text', text: String(at) }] }, { logprobs: { content: [at] } }),
      ),
      last,
    ]).choices;
    expect(choice?.fields.logprobs).toEqual({ content: many(count, (at) => at) });
    expect(choice?.message.reasoning_details).toHaveLength(count);
  });

  it('fields of ever new names', () => {
    const answer = streamed('openai', [
      ...many(count, (at) => ({ ...chunk({ [`message_${at}`]: 1 }, { [`choice_${at}`]: 1 }), [`answer_${at}`]: 1 })),
      last,
    ]);
    expect(Object.keys(answer.choices[0]?.fields ?? {})).toHaveLength(count);
    expect(answer.fields.answer_200).toBe(1);
  });

  it.each([
    ['that never end', '{"x":"', 'abcdefgh'],
    ['that seem to end with each', '{"x":"', '{}'],
    ['that end and are no JSON', '{x}', ' '],
  ])('arguments %s, the name with every piece', (_, first, more) => {
    const [choice] = streamed('openai_compatible', [
      ...many(count, (at) => piece({ index: 0, function: { name: 'f', arguments: at === 0 ? first : more } })),
      last,
    ]).choices;
    expect(choice?.calls.map((call) => call.function.arguments)).toEqual([first + more.repeat(count - 1)]);
  });

  it('calls, each with an id and a number of its own', () => {
    const calls = many(count, (at) => ({ index: at, id: `call_${at}`, function: { name: 'f', arguments: '{}' } }));
    expect(streamed('openai', [...calls.map(piece), last]).choices[0]?.calls).toHaveLength(count);
  });

  it('calls of one id, which get ids of their own', () => {
    const calls = many(count, (at) => ({ index: at, id: 'a', function: { name: 'f', arguments: '{}' } }));
    const ids = streamed('openai', [...calls.map(piece), last]).choices[0]?.calls.map(({ id }) => id);
    expect(new Set(ids).size).toBe(count);
  });

  it('white space before what may be thinking', () => {
    const space = chunk({ content: ' '.repeat(200) });
    const [choice] = streamed('openai_compatible', [...many(count, () => space), last]).choices;
    expect(choice?.text).toHaveLength(200 * count + 1);
  });

  it('blocks of thinking, and pieces of the first of them', () => {
    const [choice] = streamed('anthropic', [
      { type: 'message_start', message: { id: 'msg_1' } },
      ...many(count, (index) => ({
        type: 'content_block_start',
        index,
        content_block: { type: 'thinking', thinking: '', signature: 's' },
      })),
      ...many(count, () => ({
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'thinking_delta', thinking: 'x' },
      })),
      { type: 'content_block_start', index: count, content_block: { type: 'text', text: 'x' } },
      ...many(count, (at) => ({ type: 'message_delta', delta: { [`new_${at}`]: 1 }, usage: { [`new_${at}`]: 1 } })),
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 7 } },
      { type: 'message_stop' },
    ]).choices;
    expect(choice?.reasoning).toBe('x'.repeat(count));
  });
});

describe('an answer of many parts in one piece is read', () => {
  it('with all its calls', () => {
    const tool_calls = many(150_000, (at) => ({ id: `call_${at}`, function: { name: 'f', arguments: '{}' } }));
    const answer = { choices: [{ message: { content: null, tool_calls } }] };
    expect(folded(providers.openai.fromNative(JSON.stringify(answer))).choices[0]?.calls).toHaveLength(150_000);
  });

  it('with all its choices', () => {
    const answer = { choices: many(count, () => ({ message: { content: 'x' } })) };
    expect(folded(providers.openai.fromNative(JSON.stringify(answer))).choices).toHaveLength(count);
  });

  it('with all numbers of a vector', () => {
    const answer = { embeddings: [{ values: many(300_000, () => 1) }] };
    const [event] = providers.gemini.fromNativeEmbeddings(JSON.stringify(answer));
    expect(event).toMatchObject({ type: 'embedding', vector: { length: 300_000 } });
  });
});

describe('an answer nested without end is no more than a failure', () => {
  const deep = 100_000;

  it('of lists in lists', () => {
    const events = providers.gemini.fromNative(`${'['.repeat(deep)}${']'.repeat(deep)}`);
    expect(events.map(({ type }) => type)).toContain('failure');
  });

  it.each([
    ['openai', '{"choices":[{"message":{"content":"x","new":DEEP}}]}'],
    ['openai_compatible', '{"choices":[{"message":{"tool_calls":[{"function":{"name":"f","arguments":DEEP}}]}}]}'],
    ['anthropic', '{"content":[{"type":"tool_use","id":"a","name":"f","input":DEEP}],"stop_reason":"tool_use"}'],
    [
      'gemini',
      '{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":DEEP}}]},"finishReason":"STOP"}]}',
    ],
  ] as const)('of objects in objects: %s, whole and streamed', (name, answer) => {
    const body = answer.replace('DEEP', `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`);
    for (const form of [body, `data: ${body}\n\n`])
      expect(providers[name].fromNative(form).map(({ type }) => type)).toEqual(['failure']);
  });

  it('of details in details', () => {
    const body = `{"error":${'{"details":'.repeat(20_000)}{}${'}'.repeat(20_000)}}`;
    for (const provider of Object.values(providers))
      expect(provider.classify({ at: 'response', status: 503, headers: {}, body }).kind).toBe('overloaded');
  });

  it('of arguments whose path has no end', () => {
    const partialArgs = [{ jsonPath: `$${'.a'.repeat(deep)}`, numberValue: 1 }];
    const parts = [{ functionCall: { name: 'f', partialArgs } }];
    const answer = folded(
      providers.gemini.fromNative(JSON.stringify({ candidates: [{ content: { parts }, finishReason: 'STOP' }] })),
    );
    expect(answer.choices[0]?.calls[0]?.function.arguments).toBe('{}');
  });
});
