import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatUsd, parseUsd } from './money.ts';

describe('money', () => {
  it('comes back as it went, for every amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), (nano) => {
        expect(parseUsd(formatUsd(nano))).toBe(nano);
      }),
    );
  });

  it.each([
    ['0', 0n],
    ['0.0035', 3_500_000n],
    ['12', 12_000_000_000n],
    ['0.000000001', 1n],
  ])('reads %s', (text, nano) => {
    expect(parseUsd(text)).toBe(nano);
  });

  it.each(['', '-1', '1e3', '1.', '.5', '0.0000000001', '1,5', ' 1', 'NaN'])(
    'does not take %j for an amount',
    (text) => {
      expect(parseUsd(text)).toBeUndefined();
    },
  );

  it('is written without an exponent, and without needless zeros', () => {
    expect([1n, 1_000_000_000n, 1_500_000_000n, -35_000n].map(formatUsd)).toEqual([
      '0.000000001',
      '1',
      '1.5',
      '-0.000035',
    ]);
  });
});
