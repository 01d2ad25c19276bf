import type { ToldLimit } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { roomAt } from './room-at.ts';

const told: ToldLimit = {
  metric: 'requests',
  period: 'minute',
  refill: 'drip',
  limit: 3,
  remaining: 0,
  source: 'error',
  confidence: 'told',
};

describe('a limit told beside a time to come back', () => {
  it('has room for the same call at that time, although it drips slower', () => {
    const { remaining = 0 } = roomAt(told, 3000, { requests: 1 });
    expect(remaining + (3000 * 3) / 60_000).toBeGreaterThanOrEqual(1);
    expect(remaining + (2900 * 3) / 60_000).toBeLessThan(1);
  });

  it('has room for what the provider counted, not for what was expected', () => {
    const tokens = { ...told, metric: 'tokens', limit: 60_000, requested: 300 } as const;
    expect(roomAt(tokens, 100, { tokens: 5000 }).remaining).toBeCloseTo(300 - 100, 0);
  });

  it('stays as told where its figures allow the call sooner', () => {
    expect(roomAt(told, 30_000, { requests: 1 })).toEqual(told);
    expect(roomAt({ ...told, remaining: 2 }, 3000, { requests: 1 })).toMatchObject({ remaining: 2 });
  });

  it('opens its window no later than that', () => {
    expect(roomAt({ ...told, refill: 'window', resetsInMs: 60_000 }, 5000, { requests: 1 })).toMatchObject({
      resetsInMs: 5000,
    });
    expect(roomAt({ ...told, refill: 'window', resetsInMs: 2000 }, 5000, { requests: 1 })).toMatchObject({
      resetsInMs: 2000,
    });
  });
});
