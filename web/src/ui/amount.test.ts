import { describe, expect, it } from 'vitest';
import { counted, usd } from './amount.ts';

describe('usd', () => {
  it('keeps every place of an amount, however small or large', () => {
    expect(usd('0.000000001')).toBe('$0.000000001');
    expect(usd('123456789012345678.123456789')).toBe('$123456789012345678.123456789');
  });
});

it('writes cents with two digits', () => {
  expect(['0.6', '12.5', '5', '0.05', '0.125', '0'].map(usd)).toEqual([
    '$0.60',
    '$12.50',
    '$5.00',
    '$0.05',
    '$0.125',
    '$0',
  ]);
});

describe('counted', () => {
  it('agrees with its noun', () => {
    expect([counted(0, 'key'), counted(1, 'key'), counted(2, 'key')]).toEqual(['0 keys', '1 key', '2 keys']);
    expect(counted(2, 'retry', 'retries')).toBe('2 retries');
  });
});
