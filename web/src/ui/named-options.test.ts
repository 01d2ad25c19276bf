import { expect, it } from 'vitest';
import { namedOptions } from './named-options.ts';

const named = [
  { id: 'usr_1', name: 'Ada' },
  { id: 'usr_2', name: 'Bob' },
];
const [ada, bob] = [
  { value: 'usr_1', label: 'Ada' },
  { value: 'usr_2', label: 'Bob' },
];
const idForm = /^usr_\d$/;

it('offers what is chosen once, whether it is named or not', () => {
  expect(namedOptions(named, 'usr_2', '')).toEqual([ada, bob]);
  expect(namedOptions(named, 'usr_9', '')).toEqual([{ value: 'usr_9', label: 'usr_9' }, ada, bob]);
  expect(namedOptions(named, 'usr_9', 'usr_9', idForm)).toHaveLength(3);
});

it('offers an id that was typed, also of one that is named, and nothing else that was typed', () => {
  expect(namedOptions(named, undefined, ' usr_9 ', idForm)).toEqual([{ value: 'usr_9', label: 'usr_9' }, ada, bob]);
  expect(namedOptions(named, undefined, 'usr_1', idForm)).toEqual([{ value: 'usr_1', label: 'Ada (usr_1)' }, bob]);
  expect(namedOptions(named, undefined, 'Carl', idForm)).toEqual([ada, bob]);
  expect(namedOptions(named, undefined, 'usr_9')).toEqual([ada, bob]);
});
