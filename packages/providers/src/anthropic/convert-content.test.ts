import type { ContentPart } from '@palimpsest/domain';
import { expect, it } from 'vitest';
import { exampleCall, sentBody } from '../conversation/example-call.ts';
import { toNative } from './to-native.ts';

const native = (...parts: readonly ContentPart[]) =>
  toNative(exampleCall('claude-sonnet-4-5', { messages: [{ role: 'user', content: parts }] }), 'secret');
const image = (url: string): ContentPart => ({ type: 'image_url', image_url: { url } });

it('sends images in their place, under their own media type', () => {
  const body = sentBody(
    native({ type: 'text', text: 'Before' }, image('data:image/webp;base64,AAAA'), image('https://img.test/a.png'), {
      type: 'text',
      text: 'After',
    }),
  );
  expect(body.messages).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Before' },
        { type: 'image', source: { type: 'base64', media_type: 'image/webp', data: 'AAAA' } },
        { type: 'image', source: { type: 'url', url: 'https://img.test/a.png' } },
        { type: 'text', text: 'After' },
      ],
    },
  ]);
});

it('sends files as documents', () => {
  const file = (file_data: string): ContentPart => ({ type: 'file', file: { file_data, filename: 'a' } });
  const body = sentBody(native(file('data:application/pdf;base64,AAAA'), file('data:text/plain;base64,SGk=')));
  expect(body.messages).toMatchObject([
    {
      content: [
        { type: 'document', title: 'a', source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' } },
        { type: 'document', title: 'a', source: { type: 'text', media_type: 'text/plain', data: 'Hi' } },
      ],
    },
  ]);
});

it('keeps cache marks on parts of every kind', () => {
  const cache_control = { type: 'ephemeral' };
  const file: ContentPart = { type: 'file', file: { file_data: 'data:application/pdf;base64,AAAA' } };
  const parts = [
    { type: 'text', text: 'x' },
    image('data:image/png;base64,AAAA'),
    image('https://img.test/a.png'),
    file,
  ];
  const body = sentBody(native(...parts.map((part) => ({ ...part, cache_control })), ...parts));
  expect(body.messages).toMatchObject([
    {
      content: [
        { type: 'text', cache_control },
        { type: 'image', cache_control },
        { type: 'image', cache_control },
        { type: 'document', cache_control },
        ...['text', 'image', 'image', 'document'].map((type) => ({ type })),
      ],
    },
  ]);
  expect(JSON.stringify(body).match(/cache_control/g)).toHaveLength(parts.length);
});

it.each([
  ['a data URL without base64', image('data:image/png,notbase64'), 'image_url.url'],
  ['an image of another type', image('data:image/bmp;base64,AAAA'), 'image_url.url'],
  ['an address inside our network', image('http://169.254.169.254/x.png'), 'image_url.url'],
  ['a file of another account', { type: 'file', file: { file_id: 'file_1' } }, 'file.file_id'],
  ['a file of another type', { type: 'file', file: { file_data: 'data:audio/wav;base64,AAAA' } }, 'file'],
  ['audio', { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } }, 'type'],
] as [string, ContentPart, string][])('refuses %s, naming the part', (_, part, member) => {
  expect(native({ type: 'text', text: 'x' }, part)).toMatchObject({
    refused: { param: `messages[0].content[1].${member}` },
  });
});
