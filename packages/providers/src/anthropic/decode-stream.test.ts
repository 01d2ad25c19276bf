import type { JsonObject } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { decodeReads, wholeAnswer } from '../conformance/fixtures.ts';
import { anthropic } from './index.ts';

const start = (usage: JsonObject = {}, id = 'msg_1') => ({
  type: 'message_start',
  message: { id, type: 'message', role: 'assistant', content: [], stop_reason: null, usage },
});
const hello: readonly Event[] = [
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello' } },
  { type: 'content_block_stop', index: 0 },
];
const delta = (usage: JsonObject = {}, stop_reason: string | null = 'end_turn') => ({
  type: 'message_delta',
  delta: { stop_reason, stop_sequence: null },
  usage,
});
const stop = { type: 'message_stop' };

type Event = JsonObject & { readonly type: string };

const encode = (events: readonly Event[]) =>
  new TextEncoder().encode(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''));
const decode = (...events: readonly Event[]) => decodeReads(anthropic, [encode(events)]);
const read = (...events: readonly Event[]) => wholeAnswer(decode(...events));

describe('usage of a stream is the last total, wherever it is told', () => {
  const whole = { input_tokens: 900, cache_read_input_tokens: 100, cache_creation_input_tokens: 50 };
  const none = { input_tokens: 0, cache_read_input_tokens: 0, cache_creation_input_tokens: 0, output_tokens: 0 };
  it.each([
    ['repeated', start({ ...whole, output_tokens: 1 }), [delta({ ...whole, output_tokens: 16 })]],
    ['input at the start alone', start({ ...whole, output_tokens: 1 }), [delta({ output_tokens: 16 })]],
    ['nothing at the start', start(none), [delta({ ...whole, output_tokens: 16 })]],
    ['zeros at the end', start({ ...whole, output_tokens: 1 }), [delta({ ...none, output_tokens: 16 })]],
    ['told twice', start(whole), [delta({ output_tokens: 9 }, null), delta({ output_tokens: 16 })]],
  ])('%s', (_, first, last) => {
    expect(read(first, ...hello, ...last, stop).usage).toEqual({
      promptTokens: 1050,
      cachedTokens: 100,
      cacheWriteTokens: 50,
      completionTokens: 16,
      reasoningTokens: 0,
      totalTokens: 1066,
    });
  });

  it('is known from the start, for an answer that breaks off', () => {
    const events = decode(start({ ...whole, output_tokens: 1 }), ...hello);
    expect(events).toContainEqual(expect.objectContaining({ type: 'usage-report' }));
    expect(events.at(-1)).toMatchObject({ type: 'failure', failure: { kind: 'disconnected' } });
  });
});

describe('the end of a stream', () => {
  it('may miss its last event where the reason to stop was told', () => {
    expect(read(start(), ...hello, delta()).choices).toMatchObject([{ text: 'Hello', finishReason: 'stop' }]);
  });

  it('is a failure before that', () => {
    const events = decode(start(), ...hello, delta({}, null));
    expect(events.at(-1)).toMatchObject({ type: 'failure', failure: { kind: 'disconnected', scope: 'request' } });
  });

  it('is a failure when the connection breaks between the reason to stop and the last event', () => {
    const reset = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
    const events = decodeReads(anthropic, [encode([start(), ...hello, delta()])], reset);
    expect(events.at(-1)).toMatchObject({ type: 'failure', failure: { kind: 'disconnected' } });
  });

  it('is a failure where nothing was said', () => {
    const events = decode(start(), delta(), stop);
    expect(events.at(-1)).toMatchObject({ type: 'failure', failure: { kind: 'malformed-answer' } });
  });

  it.each([
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['pause_turn', 'stop'],
    ['tool_use', 'stop'],
    ['of_tomorrow', 'stop'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['refusal', 'content_filter'],
  ])('%s is %s, and the original is kept', (raw, finishReason) => {
    const events = decode(start(), ...hello, delta({}, raw), stop);
    expect(events).toContainEqual({ type: 'choice-end', choice: 0, finishReason, raw });
  });
});

it('takes nothing that follows the end for a part of the answer', () => {
  const late = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: ' and more' } };
  const whole = read(start(), ...hello, delta(), stop);
  expect(read(start(), ...hello, delta(), stop, late, start())).toEqual(whole);
});

it('turns a refusal into a filtered answer that says why, and no failure', () => {
  const stop_details = { type: 'refusal', explanation: 'Declined by policy.' };
  const refused = { type: 'message_delta', delta: { stop_reason: 'refusal', stop_details }, usage: {} };
  expect(read(start(), refused, stop).choices).toMatchObject([
    { text: undefined, refusal: 'Declined by policy.', finishReason: 'content_filter' },
  ]);
});

it('numbers tool calls by themselves, and reads a call without arguments as {}', () => {
  const call = (index: number, name: string) => ({
    type: 'content_block_start',
    index,
    content_block: { type: 'tool_use', id: `toolu_${name}`, name, input: {} },
  });
  const piece = (index: number, partial_json: string) => ({
    type: 'content_block_delta',
    index,
    delta: { type: 'input_json_delta', partial_json },
  });
  const events = [start(), ...hello, call(3, 'a'), piece(3, ''), call(5, 'b'), piece(5, '{"x"'), piece(5, ':1}')];
  expect(read(...events, delta({}, 'end_turn'), stop).choices).toMatchObject([
    {
      finishReason: 'tool_calls',
      calls: [
        { id: 'toolu_a', function: { name: 'a', arguments: '{}' } },
        { id: 'toolu_b', function: { name: 'b', arguments: '{"x":1}' } },
      ],
    },
  ]);
});

it('keeps thinking out of the text', () => {
  const thinking: readonly Event[] = [
    { type: 'content_block_start', index: 1, content_block: { type: 'thinking', thinking: '', signature: '' } },
    { type: 'content_block_delta', index: 1, delta: { type: 'thinking_delta', thinking: 'Hm.' } },
    { type: 'content_block_delta', index: 1, delta: { type: 'signature_delta', signature: 'x' } },
  ];
  expect(read(start(), ...thinking, ...hello, delta(), stop).choices).toMatchObject([
    { text: 'Hello', reasoning: 'Hm.' },
  ]);
});

it('passes over pings and events that do not exist yet', () => {
  const strange = [{ type: 'ping' }, { type: 'of_tomorrow', index: 0 }, { type: 'content_block_stop', index: 9 }];
  expect(read(start(), ...strange, ...hello, delta(), stop).choices).toMatchObject([{ text: 'Hello' }]);
});

it('takes the same start twice for one, and never glues two answers together', () => {
  expect(read(start(), start(), ...hello, delta(), stop).choices).toMatchObject([{ text: 'Hello' }]);
  for (const second of [start({}, 'msg_2'), start()]) {
    const events = decode(start(), ...hello, second, ...hello, delta(), stop);
    expect(events.at(-1)).toMatchObject({ type: 'failure', failure: { kind: 'malformed-answer' } });
  }
});

it.each([
  ['first', [] as readonly Event[]],
  ['in the middle', [start(), ...hello]],
])('reads an error event %s as the failure that it names', (_, before) => {
  const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
  const events = decode(...before, error, stop);
  expect(events.at(-1)).toMatchObject({
    type: 'failure',
    failure: { kind: 'overloaded', scope: 'provider-model', status: null },
  });
});
