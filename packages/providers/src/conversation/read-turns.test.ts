import type { ChatMessage, ToolCall } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { answering, calling, exampleToolCall } from './example-call.ts';
import { readConversation } from './read-turns.ts';

const ask: ChatMessage = { role: 'user', content: 'Weather?' };
const call = calling(exampleToolCall('t1'), exampleToolCall('t2', 'get_time'));

describe('a conversation is refused by name', () => {
  it.each([
    ['a call without its result', [ask, call, answering('t1', 'ok'), ask], 'messages', 't2'],
    ['a call at the very end', [ask, call], 'messages', 't1'],
    ['a result without its call', [ask, answering('t9', 'ok')], 'messages[1].tool_call_id', 't9'],
    [
      'a result after the turn of its call',
      [ask, call, answering('t1', 'a'), answering('t2', 'b'), calling(exampleToolCall('t3')), answering('t1', 'c')],
      'messages[5].tool_call_id',
      't1',
    ],
    ['a second result', [ask, call, answering('t1', 'a'), answering('t1', 'b')], 'messages[3].tool_call_id', 't1'],
  ] as [string, ChatMessage[], string, string][])('%s', (_, messages, param, name) => {
    const read = readConversation(messages);
    expect(read).toMatchObject({ refused: { param, message: expect.stringContaining(name) } });
  });
});

it('refuses a call of a custom tool by name, which OpenAI alone knows', () => {
  const custom = { id: 't1', type: 'custom', custom: { name: 'f', input: 'x' } } as unknown as ToolCall;
  expect(readConversation([ask, calling(exampleToolCall('t0'), custom), answering('t0', 'ok')])).toMatchObject({
    refused: { param: 'messages[1].tool_calls[1].type' },
  });
});

it('keeps every part of a result', () => {
  const parts = [
    { type: 'text', text: 'a' },
    { type: 'text', text: 'b' },
  ];
  const told = { role: 'tool', tool_call_id: 't1', content: parts } as const;
  expect(readConversation([ask, calling(exampleToolCall('t1')), told])).toMatchObject({
    turns: [{}, {}, { results: [{ parts: parts.map((part) => ({ part })) }] }],
  });
});

it('reads a refusal of the assistant as what it said', () => {
  const said = readConversation([
    { role: 'assistant', content: null, refusal: 'No.' },
    { role: 'assistant', content: [{ type: 'refusal', refusal: 'Never.' }] },
  ]);
  expect(said).toMatchObject({
    turns: [{ said: [{ parts: [{ part: { text: 'No.' } }] }, { parts: [{ part: { text: 'Never.' } }] }] }],
  });
});
