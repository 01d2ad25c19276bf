import type { ChatMessage, ToolCall } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { checkToolPairs } from './check-tool-pairs.ts';

const calling = (...ids: readonly string[]): ChatMessage => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id): ToolCall => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } })),
});
const answering = (id: string): ChatMessage => ({ role: 'tool', tool_call_id: id, content: 'x' });
const asking: ChatMessage = { role: 'user', content: 'Hi' };

describe('tool calls and results', () => {
  it('pass where each call has its result, in any order and with the ids of earlier turns', () => {
    const turn = [asking, calling('a', 'b'), answering('b'), answering('a')];
    expect(checkToolPairs([...turn, ...turn, asking])).toBeUndefined();
  });

  it.each([
    ['a result without a call', [asking, answering('a')], 'messages[1].tool_call_id', "'a' answers no call"],
    ['a call without a result', [calling('a', 'b'), answering('a'), asking], 'messages[2]', "'b' have no result"],
    ['two results of one call', [calling('a'), answering('a'), answering('a')], 'messages[2].tool_call_id', "'a'"],
    [
      'two calls of one id in one message',
      [asking, calling('a', 'b', 'a'), answering('a'), answering('b')],
      'messages[1].tool_calls[2].id',
      "two tool calls of one message have the id 'a'",
    ],
  ])('are refused with the field at fault: %s', (_, messages, param, says) => {
    const refused = checkToolPairs(messages);
    expect(refused).toMatchObject({ code: 'invalid_request', options: { param } });
    expect(refused?.publicMessage).toContain(says);
  });

  it('are not all named where many are missing', () => {
    const refused = checkToolPairs([calling(...Array.from({ length: 1000 }, (_, index) => `call_${index}`))]);
    expect(refused?.publicMessage).toContain("'call_7' and 992 more have no result");
  });
});
