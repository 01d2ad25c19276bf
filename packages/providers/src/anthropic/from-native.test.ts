import { expect, it } from 'vitest';
import { wholeAnswer } from '../conformance/fixtures.ts';
import { anthropic } from './index.ts';

const message = (more: object) => JSON.stringify({ id: 'msg_1', type: 'message', role: 'assistant', ...more });

it('reads text blocks as one text, and calls with the arguments that they hold', () => {
  const answer = wholeAnswer(
    anthropic.fromNative(
      message({
        content: [
          { type: 'text', text: 'One. ' },
          { type: 'server_tool_use', id: 's', name: 'web_search', input: {} },
          { type: 'text', text: 'Two.' },
          { type: 'tool_use', id: 'toolu_1', name: 'f', input: { x: [1, null] } },
        ],
        stop_reason: 'tool_use',
        usage: { input_tokens: 1, output_tokens: 2 },
      }),
    ),
  );
  expect(answer).toMatchObject({
    id: 'msg_1',
    usage: { totalTokens: 3 },
    choices: [
      { text: 'One. Two.', calls: [{ function: { arguments: '{"x":[1,null]}' } }], finishReason: 'tool_calls' },
    ],
  });
});

it.each([
  [
    'an error in a good status',
    '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}',
    'overloaded',
  ],
  ['an empty answer', message({ content: [], stop_reason: 'end_turn' }), 'malformed-answer'],
  ['something else', '{"ok":true}', 'malformed-answer'],
  ['a list', '[]', 'malformed-answer'],
  ['half a message', '{"id":"msg_1","content":[{"type":"te', 'malformed-answer'],
  ['a page', '<!doctype html><title>Login</title>', 'malformed-answer'],
])('reads %s as a failure', (_, body, kind) => {
  expect(anthropic.fromNative(body).at(-1)).toMatchObject({ type: 'failure', failure: { kind } });
});

it('reads nothing but models from a list of models', () => {
  expect(anthropic.readModels('{"data":[{"type":"model","id":"claude-opus-5"},{"id":7},null]}')).toEqual([
    'claude-opus-5',
  ]);
  expect(anthropic.readModels('<html>')).toEqual([]);
  expect(anthropic.listModels('sk')).toMatchObject({ method: 'GET', headers: { 'x-api-key': 'sk' } });
});

it('gives calls ids of their own where the server repeats one', () => {
  const call = { type: 'tool_use', id: 'toolu_a', name: 'f', input: {} };
  const [choice] = wholeAnswer(
    anthropic.fromNative(message({ content: [call, call], stop_reason: 'tool_use' })),
  ).choices;
  expect(choice?.calls.map(({ id }) => id)).toEqual(['toolu_a', 'toolu_1']);
});
