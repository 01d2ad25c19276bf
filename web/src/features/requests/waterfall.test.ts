import { describe, expect, it } from 'vitest';
import { waterfall } from './waterfall.ts';

describe('waterfall', () => {
  it('lays attempts end to end within the whole request', () => {
    expect(waterfall([100, 300], 500)).toEqual([
      { from: 0, length: 0.2 },
      { from: 0.2, length: 0.6 },
    ]);
  });

  it('never leaves the picture, where the parts are longer than the whole or take no time at all', () => {
    expect(waterfall([300, 100], 200)).toEqual([
      { from: 0, length: 0.75 },
      { from: 0.75, length: 0.25 },
    ]);
    expect(waterfall([0], 0)).toEqual([{ from: 0, length: 0 }]);
    expect(waterfall([], 0)).toEqual([]);
  });
});
