import type { ChatEvent, ChatMessage, JsonObject } from '@palimpsest/domain';
import { assistantMessage, foldAnswer } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { answering, calling, exampleCall, exampleToolCall, sentBody } from '../conversation/example-call.ts';
import { gemini } from './index.ts';

const ask: ChatMessage = { role: 'user', content: 'Hi' };
const call = (id: string, thoughtSignature?: string) => ({
  functionCall: { id, name: 'get_weather', args: { city: 'Oslo' } },
  ...(thoughtSignature === undefined ? {} : { thoughtSignature }),
});

function messageOf(...parts: readonly JsonObject[]): ChatMessage {
  const answer = { candidates: [{ content: { parts, role: 'model' }, finishReason: 'STOP' }], responseId: 'r' };
  const events = gemini
    .fromNative(JSON.stringify(answer))
    .filter((event): event is ChatEvent => event.type !== 'failure');
  const [choice] = foldAnswer(events).choices;
  if (choice === undefined) throw new Error('no choice');
  return assistantMessage(choice) as ChatMessage;
}

function sentBack(message: ChatMessage, model = 'gemini-3-flash'): readonly JsonObject[] {
  const results = (message.tool_calls ?? []).map(({ id }) => answering(id, 'mild'));
  const body = sentBody(gemini.toNative(exampleCall(model, { messages: [ask, message, ...results, ask] }), 's'));
  return (body.contents as readonly [unknown, { parts: readonly JsonObject[] }])[1].parts;
}

describe('a thought signature comes back on the part that it came with', () => {
  it.each([
    ['a call', [call('a', 's1')]],
    ['the first of parallel calls', [call('a', 's1'), call('b')]],
    ['each of two calls', [call('a', 's1'), call('b', 's2')]],
    ['a text', [{ text: 'Yes.', thoughtSignature: 's1' }]],
    ['a text and a call', [{ text: 'Look.', thoughtSignature: 's1' }, call('a', 's2')]],
  ])('%s', (_, parts) => {
    expect(sentBack(messageOf(...parts))).toEqual(parts);
  });

  it('on the text before, where it came late in a part without a text', () => {
    expect(sentBack(messageOf({ text: 'Yes.' }, { text: '', thoughtSignature: 's1' }))).toEqual([
      { text: 'Yes.', thoughtSignature: 's1' },
    ]);
  });

  it('on the first call, where it came late after a call without one', () => {
    expect(sentBack(messageOf(call('a'), { text: '', thoughtSignature: 's1' }))).toEqual([call('a', 's1')]);
  });

  it('never its thoughts themselves', () => {
    expect(sentBack(messageOf({ text: 'Hm.', thought: true }, { text: 'Yes.' }))).toEqual([{ text: 'Yes.' }]);
  });
});

describe('a call that Gemini did not sign', () => {
  const foreign = calling(exampleToolCall('t1'), exampleToolCall('t2'));

  it('goes out with the value that stands in for a signature, the first of a turn alone', () => {
    expect(sentBack(foreign).map((part) => part.thoughtSignature)).toEqual([
      'skip_thought_signature_validator',
      undefined,
    ]);
  });

  it('needs none on models before Gemini 3', () => {
    expect(sentBack(foreign, 'gemini-2.5-flash').map((part) => part.thoughtSignature)).toEqual([undefined, undefined]);
  });

  it('does not pass on the signature of another provider', () => {
    const message: ChatMessage = {
      role: 'assistant',
      content: 'Yes.',
      extra_content: { anthropic: { thinking_blocks: [{ type: 'thinking', thinking: 'a', signature: 's' }] } },
      reasoning_details: [{ type: 'reasoning.encrypted', data: 'x', format: 'google-gemini-v1' }],
    };
    expect(sentBack(message)).toEqual([{ text: 'Yes.' }]);
  });
});

describe('images behind addresses', () => {
  const url = 'https://img.example/a.png';
  const messages = [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }] as const;

  it('are named by field, and go inline once they are fetched', () => {
    const asked = exampleCall('gemini-2.5-flash', { messages });
    expect(gemini.wantsInline(asked)).toEqual([{ url, param: 'messages[0].content[0].image_url.url' }]);
    const media = new Map([[url, { mediaType: 'image/png', base64: 'iVBORw0KGgo=' }]]);
    expect(sentBody(gemini.toNative({ ...asked, media }, 's')).contents).toEqual([
      { role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }] },
    ]);
  });

  it('are refused where they are of a kind that the API does not take', () => {
    const media = new Map([[url, { mediaType: 'image/gif', base64: 'R0lGODlh' }]]);
    expect(gemini.toNative({ ...exampleCall('gemini-2.5-flash', { messages }), media }, 's')).toMatchObject({
      refused: { param: 'messages[0].content[0].image_url.url' },
    });
  });

  it('never go out as addresses', () => {
    expect(gemini.toNative(exampleCall('gemini-2.5-flash', { messages }), 's')).toHaveProperty('refused');
  });

  it('data URLs are not to be fetched', () => {
    const inline = [
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }] },
    ] as const;
    expect(gemini.wantsInline(exampleCall('gemini-2.5-flash', { messages: inline }))).toEqual([]);
  });
});
