import type { ChatEvent, ChatMessage, JsonObject } from '@palimpsest/domain';
import { assistantMessage, foldAnswer } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { decodeReads } from '../conformance/fixtures.ts';
import { answering, calling, exampleCall, exampleToolCall, sentBody } from '../conversation/example-call.ts';
import { anthropic } from './index.ts';

const ask: ChatMessage = { role: 'user', content: 'Hi' };
const think = (thinking: string) => ({ type: 'thinking', thinking, signature: `signed ${thinking}` });
const hidden = { type: 'redacted_thinking', data: 'c2VjcmV0' };
const call = { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: { city: 'Oslo' } };

/** The message that a client gets for an answer of these blocks, plain. */
function messageOf(...content: readonly JsonObject[]): ChatMessage {
  const answer = { type: 'message', id: 'msg_1', role: 'assistant', content, stop_reason: 'end_turn', usage: {} };
  const events = anthropic
    .fromNative(JSON.stringify(answer))
    .filter((event): event is ChatEvent => event.type !== 'failure');
  const [choice] = foldAnswer(events).choices;
  if (choice === undefined) throw new Error('no choice');
  return assistantMessage(choice) as ChatMessage;
}

const sentBack = (message: ChatMessage, model = 'claude-sonnet-4-5', ...more: readonly ChatMessage[]) => {
  const body = sentBody(anthropic.toNative(exampleCall(model, { messages: [ask, message, ...more, ask] }), 's'));
  return (body.messages as readonly [unknown, { content: readonly JsonObject[] }])[1].content;
};

describe('thinking comes back as it was signed', () => {
  it.each([
    ['before a text', [think('a'), { type: 'text', text: 'Yes.' }]],
    ['hidden', [hidden, { type: 'text', text: 'Yes.' }]],
    ['twice', [think('a'), think('b'), { type: 'text', text: 'Yes.' }]],
    ['between texts', [{ type: 'text', text: 'One. ' }, think('a'), { type: 'text', text: 'Two.' }]],
    [
      'without words',
      [
        { ...think('a'), thinking: '' },
        { type: 'text', text: 'Yes.' },
      ],
    ],
  ])('%s', (_, blocks) => {
    expect(sentBack(messageOf(...blocks))).toEqual(blocks);
  });

  it.each([
    ['before a call', [think('a'), call]],
    ['between a text and a call', [{ type: 'text', text: 'Look.' }, think('a'), call]],
    ['between calls', [think('a'), call, think('b'), { ...call, id: 'toolu_2' }]],
  ])('%s', (_, blocks) => {
    const message = messageOf(...blocks);
    const results = (message.tool_calls ?? []).map(({ id }) => answering(id, 'mild'));
    expect(sentBack(message, 'claude-sonnet-4-5', ...results)).toEqual(blocks);
  });

  it('but not where it came without a signature, which the API would miss', () => {
    const text = { type: 'text', text: 'Yes.' };
    expect(sentBack(messageOf({ ...think('a'), signature: '' }, text))).toEqual([text]);
  });

  it('is the same streamed', () => {
    const events = [
      { type: 'message_start', message: { id: 'm', usage: {} } },
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'a' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'b' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'signed ab' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Yes.' } },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
      { type: 'message_stop' },
    ];
    const bytes = Buffer.from(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
    const decoded = decodeReads(anthropic, [bytes]);
    const fields = decoded.filter((event) => event.type === 'choice-fields');
    expect(fields).toEqual([
      {
        type: 'choice-fields',
        choice: 0,
        message: { extra_content: { anthropic: { thinking_blocks: [think('ab')] } } },
      },
    ]);
  });
});

describe('thinking stays out', () => {
  const history = (message: ChatMessage) => sentBack(message);

  it.each([
    ['of another provider', { role: 'assistant', content: 'Yes.', reasoning_content: 'Hm.' }],
    [
      'without a signature',
      {
        role: 'assistant',
        content: 'Yes.',
        extra_content: { anthropic: { thinking_blocks: [{ type: 'thinking', thinking: 'a' }] } },
      },
    ],
    ['of an odd form', { role: 'assistant', content: 'Yes.', extra_content: { anthropic: { thinking_blocks: 'a' } } }],
    ['signed by Google', { role: 'assistant', content: 'Yes.', extra_content: { google: { thought_signature: 's' } } }],
  ] as [string, ChatMessage][])('%s', (_, message) => {
    expect(history(message)).toEqual([{ type: 'text', text: 'Yes.' }]);
  });

  it('of a model that does not think', () => {
    expect(sentBack(messageOf(think('a'), { type: 'text', text: 'Yes.' }), 'claude-3-5-haiku-latest')).toEqual([
      { type: 'text', text: 'Yes.' },
    ]);
  });
});

describe('a tool loop on a model with a budget of thinking', () => {
  const loop = (message: ChatMessage) => {
    const messages = [ask, message, answering('toolu_1', 'mild')];
    return sentBody(
      anthropic.toNative(exampleCall('claude-sonnet-4-5', { messages, reasoning_effort: 'medium' }), 's'),
    );
  };

  it('goes on thinking where the thinking of its call is at hand', () => {
    expect(loop(messageOf(think('a'), call))).toMatchObject({ thinking: { type: 'enabled' } });
  });

  it('does not where another provider made the call: the API would refuse it', () => {
    expect(loop(calling(exampleToolCall('toolu_1')))).not.toHaveProperty('thinking');
  });
});

it('strict tools go out strict where the client set it and the model knows it', () => {
  const parameters = { type: 'object', properties: { days: { type: 'integer', minimum: 1 } } };
  const tools = [
    { type: 'function', function: { name: 'a', strict: true, parameters } },
    { type: 'function', function: { name: 'b', parameters } },
  ] as const;
  const sent = (model: string) => sentBody(anthropic.toNative(exampleCall(model, { tools }), 's')).tools;
  const closed = {
    type: 'object',
    properties: { days: { type: 'integer', description: '(minimum: 1)' } },
    additionalProperties: false,
  };
  expect(sent('claude-sonnet-4-5')).toEqual([
    { name: 'a', strict: true, input_schema: closed },
    { name: 'b', input_schema: parameters },
  ]);
  expect(JSON.stringify(sent('claude-3-5-haiku-latest'))).not.toContain('strict');
});

it('an image of more than 5 MB is refused, counted in base64', () => {
  const url = `data:image/png;base64,${'A'.repeat(5 * 1024 * 1024 + 4)}`;
  const messages = [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }] as const;
  expect(anthropic.toNative(exampleCall('claude-sonnet-4-5', { messages }), 's')).toMatchObject({
    refused: { param: 'messages[0].content[0].image_url.url' },
  });
});
