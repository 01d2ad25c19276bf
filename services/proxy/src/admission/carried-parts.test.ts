import { type Ask, type ChatMessage, GatewayError } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { namedAsSent, withoutCarried } from './carried-parts.ts';

const text = { type: 'text', text: 'look' };
const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } };
const file = { type: 'file', file: { file_id: 'file-1' } };
const user = (...content: { type: string }[]): ChatMessage => ({ role: 'user', content });
const aloud = (content: string | null): ChatMessage => ({
  role: 'assistant',
  content,
  audio: { id: 'audio_1', transcript: 'so I said' },
});
const now = user(text, image);

describe('what stands against a conversation in carried turns', () => {
  it('is left out of all of them, and of nothing that the client sent', () => {
    const carried = [user(text, image), user(image, file), user(text)];
    expect(withoutCarried([...carried, now], [now], 'messages[0].content[1]')).toEqual([
      user(text),
      user(file),
      user(text),
      now,
    ]);
  });

  it('leaves its words where it was said aloud', () => {
    const left = withoutCarried([aloud(null), aloud('written'), now], [now], 'messages[0].audio.id');
    expect(left).toEqual([{ role: 'assistant', content: 'so I said' }, { role: 'assistant', content: 'written' }, now]);
  });

  it.each(['messages[1].content[1]', 'messages[0].content[0]', 'messages[9]', 'tools', undefined])(
    'is nothing to leave out at %s',
    (param) => expect(withoutCarried([user(text, image), now], [now], param)).toBeUndefined(),
  );
});

describe('a refusal', () => {
  const asked = (...messages: ChatMessage[]): Ask => ({ operation: 'chat', body: { model: 'm', messages } });
  const told = (param: string, ask: Ask) =>
    namedAsSent(new GatewayError('invalid_request', 'No.', { param }), ask, asked(now));

  it('names the messages as the client counts them', () => {
    expect(told('messages[2].content[1]', asked(user(text), user(text), now)).options.param).toBe(
      'messages[0].content[1]',
    );
    expect(told('tools', asked(user(text), now)).options.param).toBe('tools');
  });

  it('of what the client did not send names no field, and tells how to go on', () => {
    const error = told('messages[0].content[0]', asked(user(text), now));
    expect(error.options).not.toHaveProperty('param');
    expect(error.publicMessage).toContain('another X-Session-ID');
  });
});
