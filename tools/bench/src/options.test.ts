import { expect, it } from 'vitest';
import { readLoad, readOptions } from './options.ts';

it('what make bench hands on is read', () => {
  expect(readOptions([])).toEqual({ base: undefined, rounds: 5, pairOnly: false });
  const all = readOptions(['--base=main', '--pair-only', '--rounds=3']);
  expect(all).toEqual({ base: 'main', rounds: 3, pairOnly: true });
});

it.each([
  [['--pair-only'], 'BASE=<commit>'],
  [['--rounds=0'], '1 and more'],
  [['--rounds=many'], '1 and more'],
  [['--bases=main'], "'--bases=main' is no option"],
  [['main'], "'main' is no option"],
])('%j is refused with what is allowed', (args, told) => {
  expect(readOptions(args)).toEqual({ fault: expect.stringContaining(told) });
});

it('a load that there is not is refused, and none is named for it', () => {
  expect(readLoad([])).toBe('plain');
  expect(readLoad(['stream'])).toBe('stream');
  expect(readLoad(['typo'])).toEqual({ fault: "LOAD 'typo' is none; allowed: plain, session, stream" });
});
