import { expect, it } from 'vitest';
import { sniffImage } from './sniff-image.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');

it.each([
  ['image/png', '\x89PNG\r\n\x1a\n....'],
  ['image/jpeg', '\xff\xd8\xff\xe0....'],
  ['image/gif', 'GIF89a....'],
  ['image/gif', 'GIF87a....'],
  ['image/webp', 'RIFF\x10\0\0\0WEBPVP8 '],
  ['image/heic', '\0\0\0\x18ftypheic....'],
  ['image/heif', '\0\0\0\x18ftypmif1....'],
])('%s is known by its first bytes', (mediaType, text) => {
  expect(sniffImage(bytes(text))).toBe(mediaType);
});

it.each(['', '\x89PN', '<svg xmlns=""></svg>', '%PDF-1.7', 'RIFF....WAVE', '\0\0\0\x18ftypisom', '<!doctype html>'])(
  'what is no image that providers take is none: %j',
  (text) => {
    expect(sniffImage(bytes(text))).toBeUndefined();
  },
);
