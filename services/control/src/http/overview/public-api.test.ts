import { expect, it } from 'vitest';
import { publicApi } from './public-api.ts';

it.each([
  'https://ai.example.org',
  'https://ai.example.org/',
  'https://ai.example.org/v1',
  'https://ai.example.org/v1/',
])('the base URL of clients is the same however %s is written', (url) => {
  expect(publicApi(url, 8000)).toEqual({ base_url: 'https://ai.example.org/v1', port: 8000 });
});

it('nobody is told a base URL that no operator gave', () => {
  expect(publicApi(undefined, 8123)).toEqual({ base_url: null, port: 8123 });
});
