import type { ChatBody, ChatMessage } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { anthropic } from '../anthropic/index.ts';
import { gemini } from '../gemini/index.ts';
import { exampleCall, sentBody } from './example-call.ts';
import { liftFunctions } from './lift-functions.ts';

const ask: ChatMessage = { role: 'user', content: 'Weather?' };
const declaration = { name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } };
const called = (args: string): ChatMessage => ({
  role: 'assistant',
  content: null,
  function_call: { name: 'weather', arguments: args },
});
const told = (content: string): ChatMessage => ({ role: 'function', name: 'weather', content });
const body = (more: Partial<ChatBody>): ChatBody => ({ model: 'm', messages: [ask], ...more });

describe('the form of before tools', () => {
  it('is lifted: declarations, wishes, calls and results, each result to the call before it', () => {
    const messages = [ask, called('{"city":"Oslo"}'), told('mild'), called('{"city":"Rome"}'), told('warm')];
    const lifted = liftFunctions(body({ messages, functions: [declaration], function_call: { name: 'weather' } }));
    expect(lifted).toMatchObject({
      tools: [{ type: 'function', function: declaration }],
      tool_choice: { type: 'function', function: { name: 'weather' } },
      parallel_tool_calls: false,
    });
    const ids = lifted.messages.map((message) => message.tool_calls?.[0]?.id ?? message.tool_call_id);
    expect(ids).toEqual([undefined, ids[1], ids[1], ids[3], ids[3]]);
    expect(ids[1]).not.toBe(ids[3]);
    expect(JSON.stringify(lifted)).not.toContain('function_call');
  });

  it('is nowhere in a request of today, which stays the same', () => {
    const today = body({ tools: [{ type: 'function', function: { name: 'f' } }] });
    expect(liftFunctions(today)).toBe(today);
  });

  it.each(['auto', 'none'])('passes the wish %s on', (function_call) => {
    expect(liftFunctions(body({ functions: [declaration], function_call }))).toHaveProperty(
      'tool_choice',
      function_call,
    );
  });

  it.each([
    [anthropic, 'claude-sonnet-4-5'],
    [gemini, 'gemini-2.5-flash'],
  ] as const)('is a conversation with tools for $name', (provider, model) => {
    const messages = [ask, called('{"city":"Oslo"}'), told('mild')];
    const sent = JSON.stringify(
      sentBody(provider.toNative(exampleCall(model, { messages, functions: [declaration] }), 's')),
    );
    expect(sent).toContain('{"city":"Oslo"}');
    expect(sent).toContain('mild');
    expect(sent).toContain('"weather"');
  });

  it('is refused by name where a result has no call', () => {
    const made = anthropic.toNative(exampleCall('claude-sonnet-4-5', { messages: [ask, told('mild')] }), 's');
    expect(made).toMatchObject({ refused: { param: 'messages[1].tool_call_id' } });
  });
});
