import { describe, expect, it } from 'vitest';
import { limitOf, perCore, workersPerRedis } from './capacity.ts';

describe('what calls are limited by', () => {
  it('is Redis where its one core is used up, whatever else is busy', () => {
    expect(limitOf({ redisCores: 0.95, busyCores: 8 }, 8)).toBe('Redis');
  });

  it('is the machine where all of its cores are busy', () => {
    expect([limitOf({ redisCores: 0.5, busyCores: 1.9 }, 2), limitOf({ redisCores: 0.5, busyCores: 1.9 }, 4)]).toEqual([
      'the machine',
      'the workers',
    ]);
  });
});

describe('capacity', () => {
  it('is so many calls a second for a core', () => {
    expect(perCore(160)).toBe(6250);
  });

  it('is so many workers for a Redis that also books their calls', () => {
    expect(workersPerRedis({ proxyUs: 540, redisUs: 160, bookingUs: 20 })).toBe(3);
  });
});
