import { expect, test } from 'vitest';
import { decimalOrder } from './decimal-order.ts';

test('money is ordered by every place, also beyond what a float holds', () => {
  const sorted = [
    '0',
    '0.000000001',
    '0.1',
    '0.100000001',
    '2',
    '10.05',
    '10.5',
    '9007199254740992',
    '9007199254740993',
  ];
  expect(sorted.toReversed().toSorted(decimalOrder)).toEqual(sorted);
  expect(decimalOrder('1.50', '1.5')).toBe(0);
});
