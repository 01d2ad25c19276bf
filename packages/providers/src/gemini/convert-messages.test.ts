import type { ChatBody, ContentPart } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { answering, calling, exampleCall, exampleToolCall, sentBody } from '../conversation/example-call.ts';
import { toNative } from './to-native.ts';

const send = (messages: ChatBody['messages'], model = 'gemini-2.5-flash') =>
  sentBody(toNative(exampleCall(model, { messages }), 'secret'));
const user = (...parts: readonly object[]) => ({ role: 'user', parts });
const model = (...parts: readonly object[]) => ({ role: 'model', parts });

describe('messages towards Gemini', () => {
  it('gathers system and developer messages in the system instruction', () => {
    const body = send([
      { role: 'developer', content: 'One.' },
      { role: 'user', content: 'Hi' },
      { role: 'system', content: 'Two.' },
    ]);
    expect(body.systemInstruction).toEqual({ parts: [{ text: 'One.' }, { text: 'Two.' }] });
    expect(body.contents).toEqual([user({ text: 'Hi' })]);
  });

  it('opens the conversation with it for models that have no system instruction', () => {
    const body = send(
      [
        { role: 'system', content: 'One.' },
        { role: 'user', content: 'Hi' },
      ],
      'gemma-3-27b-it',
    );
    expect(body).not.toHaveProperty('systemInstruction');
    expect(body.contents).toEqual([user({ text: 'One.' }, { text: 'Hi' })]);
  });

  it('brings neighbours together, and begins and ends with the user', () => {
    const body = send([
      { role: 'assistant', content: 'A' },
      { role: 'assistant', content: 'B' },
      { role: 'user', content: 'C' },
      { role: 'user', content: 'D' },
      { role: 'assistant', content: 'E' },
    ]);
    expect(body.contents).toEqual([
      user({ text: expect.any(String) }),
      model({ text: 'A' }, { text: 'B' }),
      user({ text: 'C' }, { text: 'D' }),
      model({ text: 'E' }),
      user({ text: expect.any(String) }),
    ]);
  });

  it('never sends a turn without parts', () => {
    const messages = [
      { role: 'user', content: '' },
      { role: 'assistant', content: '' },
      { role: 'user', content: [] },
    ] as const;
    expect(send(messages).contents).toEqual([user({ text: '(empty message)' }, { text: '(empty message)' })]);
    expect(send([{ role: 'system', content: 'S' }]).contents).toEqual([user({ text: 'S' })]);
  });

  it('names the results after their functions, in the order of the calls and before the text', () => {
    const calls = [exampleToolCall('t1', 'get_weather'), exampleToolCall('t2', 'get_time', '')];
    const body = send([
      { role: 'user', content: 'Go' },
      calling(...calls),
      answering('t2', '{"time":"12:00"}'),
      answering('t1', 'rain'),
      { role: 'user', content: 'And?' },
    ]);
    expect(body.contents).toEqual([
      user({ text: 'Go' }),
      model(
        { functionCall: { id: 't1', name: 'get_weather', args: { city: 'Oslo' } } },
        { functionCall: { id: 't2', name: 'get_time', args: {} } },
      ),
      user(
        { functionResponse: { id: 't1', name: 'get_weather', response: { result: 'rain' } } },
        { functionResponse: { id: 't2', name: 'get_time', response: { time: '12:00' } } },
        { text: 'And?' },
      ),
    ]);
  });

  it('signs the first of parallel calls for models that demand it, with the signature that the client brought back if any', () => {
    const signed = { ...exampleToolCall('t1'), extra_content: { google: { thought_signature: 'sig' } } };
    const results = [answering('t1', 'a'), answering('t2', 'b')];
    const signatures = (first: ReturnType<typeof exampleToolCall>, name: string) =>
      [
        ...JSON.stringify(send([calling(first, exampleToolCall('t2')), ...results], name)).matchAll(
          /Signature":"(\w+)"/g,
        ),
      ].map(([, signature]) => signature);
    expect(signatures(exampleToolCall('t1'), 'gemini-3-flash')).toEqual(['skip_thought_signature_validator']);
    expect(signatures(signed, 'gemini-3-flash')).toEqual(['sig']);
    expect(signatures(exampleToolCall('t1'), 'gemini-2.5-flash')).toEqual([]);
  });
});

describe('content towards Gemini', () => {
  const native = (...parts: readonly ContentPart[]) =>
    toNative(exampleCall('gemini-2.5-flash', { messages: [{ role: 'user', content: parts }] }), 'secret');

  it('goes inline, in its place and under its own media type', () => {
    const body = sentBody(
      native(
        { type: 'text', text: 'Before' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
        { type: 'input_audio', input_audio: { data: 'BBBB', format: 'mp3' } },
        { type: 'file', file: { file_data: 'data:application/pdf;base64,CCCC' } },
      ),
    );
    expect(body.contents).toEqual([
      user(
        { text: 'Before' },
        { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
        { inlineData: { mimeType: 'audio/mp3', data: 'BBBB' } },
        { inlineData: { mimeType: 'application/pdf', data: 'CCCC' } },
      ),
    ]);
  });

  it.each([
    ['an address', { type: 'image_url', image_url: { url: 'https://img.test/a.png' } }, 'image_url.url'],
    [
      'an image of another type',
      { type: 'image_url', image_url: { url: 'data:image/gif;base64,AA==' } },
      'image_url.url',
    ],
    ['a broken data URL', { type: 'image_url', image_url: { url: 'data:image/png,x' } }, 'image_url.url'],
    ['audio of another format', { type: 'input_audio', input_audio: { data: 'AA==', format: 'ogg' } }, 'input_audio'],
    ['a file of another account', { type: 'file', file: { file_id: 'f' } }, 'file.file_id'],
    ['an unknown type', { type: 'hologram' }, 'type'],
  ] as [string, ContentPart, string][])('refuses %s, naming the part', (_, part, member) => {
    expect(native(part)).toMatchObject({ refused: { param: `messages[0].content[0].${member}` } });
  });
});
