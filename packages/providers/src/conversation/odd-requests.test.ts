import type { ChatBody, ChatMessage, JsonObject } from '@palimpsest/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { providers } from '../index.ts';
import { exampleCall } from './example-call.ts';
import { isRefusal } from './refuse.ts';

const keys = fc.constantFrom('type', 'text', 'image_url', 'url', 'file', 'file_data', 'input_audio', 'schema', '$ref');
const values = [
  fc.string(),
  fc.constantFrom('text', 'image_url', 'file', 'object', '#'),
  fc.integer(),
  fc.constant(null),
];
const odd = fc.object({ key: keys, values, maxDepth: 3 }) as fc.Arbitrary<JsonObject>;
const id = fc.constantFrom('t1', 't2', '', 'ü');

const part = odd.map((fields) => ({ type: 'text', ...fields }));
const content = fc.oneof(fc.string(), fc.constant(null), fc.array(part, { maxLength: 3 }));
const toolCall = fc.oneof(
  fc.record({
    id,
    type: fc.constant('function'),
    function: fc.record({ name: fc.string(), arguments: fc.string() }),
  }),
  fc.record({ id, type: fc.constant('custom'), custom: fc.record({ name: fc.string(), input: fc.string() }) }),
);
const message = fc.record(
  {
    role: fc.constantFrom('system', 'developer', 'user', 'assistant', 'tool', 'function'),
    content,
    tool_call_id: id,
    tool_calls: fc.oneof(fc.array(toolCall, { maxLength: 2 }), fc.constant(null)),
    function_call: fc.oneof(fc.constant(null), odd),
    extra_content: odd,
    reasoning_details: fc.oneof(fc.constant(null), fc.array(odd, { maxLength: 2 })),
  },
  { requiredKeys: ['role'] },
);
const body = fc.record(
  {
    messages: fc.array(message, { maxLength: 6 }),
    tools: fc.array(fc.record({ type: fc.constant('function'), function: fc.record({ name: id, parameters: odd }) })),
    tool_choice: fc.oneof(fc.constantFrom('auto', 'none', 'required'), odd),
    response_format: odd.map((json_schema) => ({ type: 'json_schema', json_schema })),
    stop: fc.oneof(fc.string(), fc.array(fc.string()), fc.constant(null)),
    reasoning_effort: fc.constantFrom('none', 'low', 'high', 'odd', null),
  },
  { requiredKeys: ['messages'] },
);
const model = fc.constantFrom(
  'claude-opus-5',
  'claude-sonnet-4-5',
  'claude-3-haiku',
  'other',
  'gemini-2.5-pro',
  'gemma-3',
);

it.each(Object.values(providers))('$name makes a request or a refusal of every conversation', (provider) => {
  fc.assert(
    fc.property(body, model, fc.boolean(), (given, name, stream) => {
      const call = exampleCall(name, given as unknown as Partial<ChatBody>, stream);
      const made = provider.toNative(call, 'secret');
      if (isRefusal(made)) expect(made.refused.message).not.toBe('');
      else expect(JSON.parse(String(made.body))).toHaveProperty(provider.name === 'gemini' ? 'contents' : 'messages');
    }),
  );
});

it.each(Object.values(providers))('$name leaves the client’s body as it was, for the next attempt', (provider) => {
  const messages: readonly ChatMessage[] = [
    { role: 'system', content: 'S' },
    { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
  ];
  const call = exampleCall('claude-opus-5', { messages, temperature: 2, stop: 'x' });
  const before = structuredClone(call);
  const first = provider.toNative(call, 'secret');
  expect(call).toEqual(before);
  expect(provider.toNative(call, 'secret')).toEqual(first);
});
