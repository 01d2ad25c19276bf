import { expect, it } from 'vitest';
import { readDataUrl } from './data-url.ts';

it.each([
  ['data:image/png;base64,AAAA', 'image/png', 'AAAA'],
  ['data:IMAGE/PNG;base64,AA==', 'image/png', 'AA=='],
  ['data:png;base64,AA==', 'image/png', 'AA=='],
  ['data:jpg;base64,AA==', 'image/jpeg', 'AA=='],
  ['data:image/jpg;base64,AAAA', 'image/jpeg', 'AAAA'],
  ['data:text/plain;charset=utf-8;base64,SGk=', 'text/plain', 'SGk='],
  ['data:image/png;base64,AA\r\nAA', 'image/png', 'AAAA'],
])('reads media type and data of %s', (url, mediaType, base64) => {
  expect(readDataUrl(url)).toEqual({ mediaType, base64 });
});

it.each([
  'data:image/png,notbase64',
  'data:image/png;base64,',
  'data:image/png;base64,not base64!',
  'data:picture;base64,AAAA',
  'https://img.test/a.png',
  '',
])('reads nothing from %s', (url) => {
  expect(readDataUrl(url)).toBeUndefined();
});
