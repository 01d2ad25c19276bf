import { expect, it } from 'vitest';
import { fewModels } from './model-tags.ts';

it('names the first models of a key, and counts the rest', () => {
  expect(fewModels(['gpt-4*', { name: 'smart', upstream: 'openai/gpt-4o' }])).toBe('gpt-4*, smart=openai/gpt-4o');
  expect(fewModels(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c and 2 more');
});
