import { describe, expect, it } from 'vitest';
import { answering, calling, exampleCall, exampleToolCall, sentBody } from '../conversation/example-call.ts';
import { toNative } from './to-native.ts';

const send = (messages: Parameters<typeof exampleCall>[1], model = 'claude-sonnet-4-5') =>
  sentBody(toNative(exampleCall(model, messages), 'secret'));
const text = (words: string) => ({ type: 'text', text: words });

describe('messages towards Anthropic', () => {
  it('hoists every system and developer message, in order, wherever it stands', () => {
    const body = send({
      messages: [
        { role: 'system', content: 'One.' },
        { role: 'user', content: 'Hi' },
        { role: 'developer', content: [{ type: 'text', text: 'Two.' }] },
        { role: 'assistant', content: 'Hello' },
        { role: 'system', content: 'Three.' },
        { role: 'user', content: 'Go on' },
      ],
    });
    expect(body.system).toBe('One.\n\nTwo.\n\nThree.');
    expect(body.messages).toEqual([
      { role: 'user', content: [text('Hi')] },
      { role: 'assistant', content: [text('Hello')] },
      { role: 'user', content: [text('Go on')] },
    ]);
  });

  it('brings neighbours of one role together without losing or reordering anything', () => {
    const body = send({
      messages: [
        { role: 'user', content: 'A' },
        { role: 'user', content: 'B' },
        { role: 'assistant', content: 'C' },
        { role: 'assistant', content: 'D' },
        { role: 'user', content: 'E' },
      ],
    });
    expect(body.messages).toEqual([
      { role: 'user', content: [text('A'), text('B')] },
      { role: 'assistant', content: [text('C'), text('D')] },
      { role: 'user', content: [text('E')] },
    ]);
  });

  it('puts a user turn before an assistant that speaks first', () => {
    const body = send({
      messages: [
        { role: 'assistant', content: 'hello' },
        { role: 'user', content: 'E' },
      ],
    });
    expect(body.messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: [text('hello')] },
      { role: 'user', content: [text('E')] },
    ]);
  });

  it('sends system text alone as the user, since a conversation needs one', () => {
    const body = send({ messages: [{ role: 'system', content: 'Say hi.' }] });
    expect(body.system).toBeUndefined();
    expect(body.messages).toEqual([{ role: 'user', content: [text('Say hi.')] }]);
  });

  it('never sends an empty block: empty assistants go, empty users leave a mark', () => {
    const body = send({
      messages: [
        { role: 'user', content: ' ' },
        { role: 'assistant', content: '' },
        { role: 'user', content: [text(''), text('Hi')] },
      ],
    });
    expect(body.messages).toEqual([{ role: 'user', content: [text('(empty message)'), text('Hi')] }]);
  });

  it('keeps cache marks of the client', () => {
    const marked = { type: 'text', text: 'Long.', cache_control: { type: 'ephemeral' } };
    const body = send({
      messages: [
        { role: 'system', content: [marked] },
        { role: 'user', content: [marked] },
      ],
    });
    expect(body).toMatchObject({ system: [marked], messages: [{ content: [marked] }] });
  });

  it('takes an assistant message at the end for a beginning of the answer, without white space at its end', () => {
    const messages = [
      { role: 'user', content: 'List' },
      { role: 'assistant', content: '1. ' },
    ] as const;
    expect(send({ messages }, 'claude-sonnet-4-5').messages).toMatchObject([{}, { content: [text('1.')] }]);
    expect(send({ messages }, 'claude-opus-4-6').messages).toMatchObject([{}, {}, { role: 'user' }]);
  });
});

describe('tool calls and results towards Anthropic', () => {
  const threeCalls = calling(exampleToolCall('t1'), exampleToolCall('t2'), exampleToolCall('t3'));

  it('gathers parallel results, in any order, first in the one user turn after the calls', () => {
    const body = send({
      messages: [
        { role: 'user', content: 'Weather?' },
        threeCalls,
        { role: 'user', content: 'quick' },
        answering('t3', 'three'),
        answering('t1', 'one'),
        answering('t2', ''),
        { role: 'user', content: 'go on' },
      ],
    });
    expect(body.messages).toEqual([
      { role: 'user', content: [text('Weather?')] },
      {
        role: 'assistant',
        content: ['t1', 't2', 't3'].map((id) => ({
          type: 'tool_use',
          id,
          name: 'get_weather',
          input: { city: 'Oslo' },
        })),
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 't1', content: 'one' },
          { type: 'tool_result', tool_use_id: 't2' },
          { type: 'tool_result', tool_use_id: 't3', content: 'three' },
          text('quick'),
          text('go on'),
        ],
      },
    ]);
  });

  it('declares the functions of earlier calls where the client gives no tools any more', () => {
    const body = send({ messages: [threeCalls, ...['t1', 't2', 't3'].map((id) => answering(id, 'ok'))] });
    expect(body.tools).toEqual([{ name: 'get_weather', input_schema: { type: 'object', properties: {} } }]);
    expect(body.tool_choice).toEqual({ type: 'none' });
  });

  it('gives foreign and repeated ids a form that the API takes, the same each time', () => {
    const messages = [
      calling(exampleToolCall('call.1|fc')),
      answering('call.1|fc', 'a'),
      calling(exampleToolCall('call.1|fc')),
      answering('call.1|fc', 'b'),
    ];
    const ids = [...JSON.stringify(send({ messages })).matchAll(/"(?:id|tool_use_id)":"([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toHaveLength(4);
    expect(ids[0]).toMatch(/^toolu_[0-9a-f]{24}$/);
    expect([ids[1], ids[2], ids[3]]).toEqual([ids[0], `${ids[0]}_2`, `${ids[0]}_2`]);
  });

  it('sends arguments as an object, whatever the model wrote', () => {
    const calls = ['', '{"a":1}', 'not json', '[1]'].map((args, at) => exampleToolCall(`t${at}`, 'f', args));
    const messages = [calling(...calls), ...calls.map((call) => answering(call.id, 'ok'))];
    const inputs = JSON.stringify(send({ messages }).messages).match(/"input":\{[^}]*\}/g);
    expect(inputs).toEqual([
      '"input":{}',
      '"input":{"a":1}',
      '"input":{"arguments":"not json"}',
      '"input":{"arguments":[1]}',
    ]);
  });
});
