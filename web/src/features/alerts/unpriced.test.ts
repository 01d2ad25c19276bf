import { expect, it } from 'vitest';
import { unpricedOf } from './unpriced.ts';

it('reads what has no price from the target of its alert', () => {
  expect(unpricedOf('openai openai gpt 5')).toEqual({ provider: 'openai', vendor: '', model: 'gpt 5' });
  expect(unpricedOf('openai_compatible http%3A%2F%2F127.0.0.1%3A9 llama-3')).toEqual({
    provider: 'openai_compatible',
    vendor: 'http://127.0.0.1:9',
    model: 'llama-3',
  });
  expect(unpricedOf('openai % gpt-5')?.vendor).toBe('%');
  expect(unpricedOf('key_01KXYZ')).toBeUndefined();
});
