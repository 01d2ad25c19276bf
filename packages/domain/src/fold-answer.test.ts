import { describe, expect, it } from 'vitest';
import { assistantMessage, foldAnswer } from './fold-answer.ts';
import { usageOf } from './usage.ts';

describe('a folded answer', () => {
  it('has text, calls and usage put together in their choices', () => {
    const folded = foldAnswer([
      { type: 'answer-start', id: undefined, created: undefined },
      { type: 'text-delta', choice: 0, text: 'a' },
      { type: 'text-delta', choice: 1, text: 'x' },
      { type: 'text-delta', choice: 0, text: 'b' },
      { type: 'tool-call-start', choice: 0, index: 0, id: 'c', name: 'f' },
      { type: 'tool-call-delta', choice: 0, index: 0, arguments: '{"n"' },
      { type: 'tool-call-delta', choice: 0, index: 0, arguments: ':1}' },
      { type: 'usage-report', usage: usageOf({ promptTokens: 1 }) },
      { type: 'usage-report', usage: usageOf({ promptTokens: 2 }) },
      { type: 'choice-end', choice: 0, finishReason: 'tool_calls', raw: undefined },
      { type: 'answer-end' },
    ]);
    expect(folded.choices.map(({ text }) => text)).toEqual(['ab', 'x']);
    expect(folded.choices[0]).toMatchObject({
      finishReason: 'tool_calls',
      calls: [{ id: 'c', function: { name: 'f', arguments: '{"n":1}' } }],
    });
    expect(folded.usage?.promptTokens).toBe(2);
  });

  it('continues lists that come in pieces, and lets the last word count of all else', () => {
    const folded = foldAnswer([
      { type: 'choice-fields', choice: 0, fields: { logprobs: { content: [1] }, native: 'a' } },
      { type: 'choice-fields', choice: 0, fields: { logprobs: { content: [2] }, native: 'b' } },
    ]);
    expect(folded.choices[0]?.fields).toEqual({ logprobs: { content: [1, 2] }, native: 'b' });
  });

  it('has null for content beside tool calls, as OpenAI has', () => {
    const [choice] = foldAnswer([{ type: 'tool-call-start', choice: 0, index: 0, id: 'c', name: 'f' }]).choices;
    expect(choice && assistantMessage(choice)).toMatchObject({
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c' }],
    });
  });

  it('has its choices dense, however a server numbers them', () => {
    const folded = foldAnswer([
      { type: 'text-delta', choice: 4_000_000_000, text: 'b' },
      { type: 'text-delta', choice: 7, text: 'a' },
    ]);
    expect(folded.choices.map(({ text }) => text)).toEqual(['a', 'b']);
  });
});
