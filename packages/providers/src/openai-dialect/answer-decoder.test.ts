import type { JsonObject } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { decodeReads, wholeAnswer } from '../conformance/fixtures.ts';
import { openAiCompatible } from '../openai-compatible/index.ts';

const chunk = (choice: object, more: JsonObject = {}): JsonObject => ({
  id: 'c1',
  created: 7,
  choices: [{ index: 0, delta: {}, finish_reason: null, ...choice }],
  ...more,
});
const text = (content: string) => chunk({ delta: { content } });
const stop = chunk({ finish_reason: 'stop' });

const stream = (...chunks: readonly object[]) =>
  decodeReads(openAiCompatible, [Buffer.from(chunks.map((one) => `data: ${JSON.stringify(one)}\n\n`).join(''))]);

const answerOf = (...chunks: readonly object[]) => wholeAnswer(stream(...chunks));
const plain = (body: object) => wholeAnswer(openAiCompatible.fromNative(JSON.stringify(body)));
const usage = { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 };

describe('the end', () => {
  it('is the finish reason: neither the terminator nor usage is needed', () => {
    expect(answerOf(text('Hi'), stop).choices[0]?.finishReason).toBe('stop');
  });

  it('is not the terminator', () => {
    const events = decodeReads(openAiCompatible, [
      Buffer.from(`data: ${JSON.stringify(text('Hi'))}\n\ndata: [DONE]\n\n`),
    ]);
    expect(events.at(-1)).toMatchObject({ type: 'failure', failure: { kind: 'disconnected' } });
  });

  it('needs every choice that has begun', () => {
    const second = { ...text('Ho'), choices: [{ index: 1, delta: { content: 'Ho' } }] };
    expect(stream(text('Hi'), second, stop).at(-1)?.type).toBe('failure');
  });

  it('says tool_calls where there are calls, and stop where there are none', () => {
    const calls = chunk({ delta: { tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }] } });
    expect(answerOf(calls, stop).choices[0]?.finishReason).toBe('tool_calls');
    expect(answerOf(text('Hi'), chunk({ finish_reason: 'tool_calls' })).choices[0]?.finishReason).toBe('stop');
  });

  it("is length in Mistral's own word, too", () => {
    expect(answerOf(text('Hi'), chunk({ finish_reason: 'model_length' })).choices[0]?.finishReason).toBe('length');
  });

  it('of a generation that failed at the provider is a failure', () => {
    const events = stream(text('Hi'), chunk({ finish_reason: 'insufficient_system_resource' }));
    expect(events.at(-1)?.type).toBe('failure');
  });

  it('of a plain answer without a finish reason is told by its parts', () => {
    expect(plain({ choices: [{ message: { content: 'Hi' } }] }).choices[0]?.finishReason).toBe('stop');
  });
});

describe('usage', () => {
  it.each([
    ['at the top of the finish chunk', [chunk({ finish_reason: 'stop' }, { usage })]],
    ['in a chunk without choices', [stop, { choices: [], usage }]],
    ['in an empty delta', [stop, chunk({}, { usage })]],
    ["in Groq's own object", [chunk({ finish_reason: 'stop' }, { x_groq: { usage } })]],
    ['in the choice', [chunk({ finish_reason: 'stop', usage })]],
  ])('is found %s', (_, chunks) => {
    expect(answerOf(text('Hi'), ...chunks).usage?.totalTokens).toBe(13);
  });

  it('that comes again is not added up', () => {
    const early = chunk({ delta: { content: 'Hi' } }, { usage: { ...usage, completion_tokens: 1 } });
    expect(answerOf(early, chunk({ finish_reason: 'stop' }, { usage })).usage?.completionTokens).toBe(4);
  });

  it('of nothing but zeros is no usage', () => {
    const zeros = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
    expect(answerOf(text('Hi'), chunk({ finish_reason: 'stop' }, { usage: zeros })).usage).toBeUndefined();
  });
});

describe('what is unknown', () => {
  it('reaches the client: fields of the answer, of a choice and of its message', () => {
    const answer = answerOf(
      { id: '', created: 0, choices: [], prompt_filter_results: [1] },
      chunk(
        { delta: { content: 'Hi', annotations: [2] }, content_filter_results: { hate: 3 } },
        { service_tier: 'default' },
      ),
      chunk({ finish_reason: 'stop' }, { citations: ['https://example.org'], obfuscation: 'xyz' }),
    );
    expect(answer).toMatchObject({ id: 'c1', created: 7 });
    expect(answer.fields).toEqual({
      prompt_filter_results: [1],
      service_tier: 'default',
      citations: ['https://example.org'],
    });
    expect(answer.choices[0]?.fields).toEqual({ content_filter_results: { hate: 3 } });
    expect(answer.choices[0]?.message).toEqual({ annotations: [2] });
  });

  it('fills an answer that holds audio alone', () => {
    const message = { content: null, audio: { id: 'audio_1', data: 'UklG' } };
    expect(plain({ choices: [{ message, finish_reason: 'stop' }] }).choices[0]?.message).toEqual({
      audio: message.audio,
    });
  });
});

describe('content', () => {
  it.each(['reasoning_content', 'reasoning', 'thinking'])('keeps %s apart from text', (name) => {
    const answer = answerOf(chunk({ delta: { content: '', [name]: 'Hm.' } }), text('42'), stop);
    expect(answer.choices[0]).toMatchObject({ reasoning: 'Hm.', text: '42' });
  });

  it('reads thinking once that a server tells under two names', () => {
    const twice = chunk({ delta: { reasoning_content: 'Hm.', reasoning: 'Hm.', content: '' } });
    expect(answerOf(twice, text('42'), stop).choices[0]?.reasoning).toBe('Hm.');
  });

  it('may be a list of parts', () => {
    const content = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
      { type: 'text', text: '42' },
    ];
    expect(plain({ choices: [{ message: { content }, finish_reason: 'stop' }] }).choices[0]).toMatchObject({
      reasoning: 'Hm.',
      text: '42',
    });
  });

  it('that repeats itself in a last message is read once', () => {
    const last = chunk({ delta: { content: '' }, message: { content: 'Hi' }, finish_reason: 'stop' });
    expect(answerOf(text('Hi'), last).choices[0]?.text).toBe('Hi');
  });

  it('keeps every choice that was asked for', () => {
    const second = (choice: object) => ({ id: 'c1', choices: [{ index: 1, ...choice }] });
    const answer = answerOf(
      second({ delta: { content: 'Ho' } }),
      text('Hi'),
      second({ delta: {}, finish_reason: 'length' }),
      stop,
    );
    expect(answer.choices.map((choice) => [choice.text, choice.finishReason])).toEqual([
      ['Hi', 'stop'],
      ['Ho', 'length'],
    ]);
  });
});
