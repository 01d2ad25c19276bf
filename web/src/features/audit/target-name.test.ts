import { expect, it } from 'vitest';
import { recordedName } from './target-name.ts';

it('calls the target of an action as it was called after it, or before where it is gone', () => {
  expect(recordedName({ before: { name: 'free' }, after: { name: 'paid' } })).toBe('paid');
  expect(recordedName({ before: { name: 'free' }, after: null })).toBe('free');
  expect(recordedName({ before: null, after: { id: 'prc_1', model: 'gpt-4o' } })).toBe('gpt-4o');
});

it('has no name where the action recorded none', () => {
  expect(recordedName({ before: null, after: { reason: 'leaked' } })).toBeUndefined();
  expect(recordedName({ before: null, after: { name: 7 } })).toBeUndefined();
});
