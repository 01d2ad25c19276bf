import type { AnswerEvent, ChatBody } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { continuation } from './continuation.ts';

const body: ChatBody = { model: 'm', messages: [{ role: 'user', content: 'count' }], stream: true, temperature: 0 };
const admitted = (more: Partial<ChatBody> = {}) => ({
  ask: { operation: 'chat' as const, body: { ...body, ...more } as ChatBody },
  count: (text: string) => text.length,
  promptTokens: 100,
});
const start: AnswerEvent = { type: 'answer-start', id: 'chatcmpl-1', created: 1 };
const text = (said: string, choice = 0): AnswerEvent => ({ type: 'text-delta', choice, text: said });
const thought = (said: string): AnswerEvent => ({ type: 'reasoning-delta', choice: 0, text: said });
const call: AnswerEvent = { type: 'tool-call-start', choice: 0, index: 0, id: 'call_1', name: 'clock' };
const details: AnswerEvent = { type: 'choice-fields', choice: 0, message: { reasoning_details: [{ type: 'x' }] } };
const bodyOf = (question: ReturnType<typeof continuation>): ChatBody | undefined =>
  question?.ask.operation === 'chat' ? question.ask.body : undefined;

describe('what makes an answer go on', () => {
  it('is the conversation, what was said so far, and the wish for the rest, with all else as it was', () => {
    const asked = admitted({ tools: [{ type: 'function', function: { name: 'clock' } }] });
    const going = bodyOf(continuation(asked, [start, text('one '), text('"two" ')]));
    expect(going).toEqual({
      ...asked.ask.body,
      messages: [
        ...body.messages,
        { role: 'assistant', content: 'one "two" ' },
        { role: 'user', content: expect.stringContaining(JSON.stringify('one "two" ')) },
      ],
    });
  });

  it('is counted as a longer prompt', () => {
    const going = continuation(admitted(), [start, text('x'.repeat(1000))]);
    expect(going?.promptTokens).toBeGreaterThan(1100);
  });

  it.each([
    [{ max_tokens: 50 }, { max_tokens: 40 }],
    [{ max_completion_tokens: 50 }, { max_completion_tokens: 40 }],
    [
      { max_tokens: 11, max_completion_tokens: 3 },
      { max_tokens: 1, max_completion_tokens: 1 },
    ],
    [{ max_tokens: null }, { max_tokens: null }],
    [{}, { max_tokens: undefined, max_completion_tokens: undefined }],
  ])('may be as long as the limit %o has left, and never less than a token', (limit, left) => {
    const going = bodyOf(continuation(admitted(limit), [start, thought('12345'), text('67890')]));
    expect({ max_tokens: going?.max_tokens, max_completion_tokens: going?.max_completion_tokens }).toEqual(left);
  });

  it('is the same question again where only reasoning was seen', () => {
    const asked = admitted({ max_tokens: 5 });
    expect(continuation(asked, [start, thought('hm'), text('\n')])).toBe(asked);
  });

  it.each([
    ['a call has begun', [text('Let me see. '), call]],
    ['a refusal has begun', [text('I '), { type: 'refusal-delta', choice: 0, text: 'cannot' }]],
    ['there is a second choice', [text('a'), text('b', 1)]],
    ['an image was shown', [text('a'), { type: 'choice-fields', choice: 0, message: { images: [{}] } }]],
    ['reasoning that its issuer signs broke off', [thought('a'), details]],
    ['nothing was seen of any choice', []],
  ] as const)('is nothing where %s', (_, seen) => {
    expect(continuation(admitted(), [start, ...seen])).toBeUndefined();
  });

  it.each([
    [{ n: 2 }],
    [{ response_format: { type: 'json_object' } }],
    [{ response_format: { type: 'json_schema', json_schema: { name: 'x' } } }],
    [{ logprobs: true }],
    [{ modalities: ['text', 'audio'] }],
  ] as const)('is nothing where the client wants %o', (wish) => {
    expect(continuation(admitted(wish as Partial<ChatBody>), [start, text('a')])).toBeUndefined();
  });

  it.each([
    [{ n: 1 }],
    [{ n: null }],
    [{ response_format: { type: 'text' } }],
    [{ logprobs: false }],
    [{ modalities: ['text'] }],
  ] as const)('is asked for where the client says %o', (wish) => {
    expect(continuation(admitted(wish as Partial<ChatBody>), [start, text('a')])).toBeDefined();
  });

  it('does not mind reasoning and its signatures before the text, nor what says nothing', () => {
    const empty: AnswerEvent = { type: 'choice-fields', choice: 0, fields: { index: 0 }, message: { annotations: [] } };
    expect(continuation(admitted(), [start, thought('hm'), details, empty, text('one')])).toBeDefined();
  });
});
