import { describe, expect, it } from 'vitest';
import type { LearnedLimit } from '../told-limit.ts';
import { pacedUntil } from './pacing.ts';

const learned = (more: Partial<LearnedLimit> = {}): LearnedLimit => ({
  metric: 'requests',
  period: 'minute',
  refill: 'drip',
  limit: 60,
  remaining: 0,
  resetsAtMs: 60_000,
  model: 'm',
  source: 'header',
  confidence: 'told',
  toldAtMs: 0,
  ...more,
});
const until = (needs: object, ...limits: readonly LearnedLimit[]) =>
  pacedUntil(limits, { countedAs: 'm', needs: { requests: 1, ...needs } }, 1000);

describe('a call waits', () => {
  it('until enough has dripped back', () => {
    expect(until({}, learned())).toBe(2000);
    expect(until({ tokens: 300 }, learned({ metric: 'tokens', limit: 600, remaining: 100 }))).toBe(21_000);
  });

  it('until the reset where all comes back at once', () => {
    expect(until({}, learned({ refill: 'window' }))).toBe(60_000);
    expect(until({}, learned({ refill: 'calendar', period: 'month' }))).toBe(60_000);
  });

  it('for the limit that keeps it the longest', () => {
    expect(until({}, learned(), learned({ period: 'day', limit: 200, remaining: 0 }))).toBe(433_000);
  });

  it('for a limit of all models, and for none of another model', () => {
    const { model: _, ...ofAll } = learned();
    expect(until({}, ofAll)).toBe(2000);
    expect(until({}, learned({ model: 'n' }))).toBeUndefined();
  });

  it('for all of a limit where it needs more than that', () => {
    expect(until({ tokens: 9000 }, learned({ metric: 'tokens', limit: 600, remaining: 600 }))).toBeUndefined();
    expect(until({ tokens: 9000 }, learned({ metric: 'tokens', limit: 600, remaining: 599 }))).toBe(1100);
  });

  it('for nothing where there is room, or nothing is known or needed', () => {
    expect(until({}, learned({ remaining: 1 }))).toBeUndefined();
    expect(until({}, learned({ remaining: null }))).toBeUndefined();
    expect(until({}, learned({ metric: 'cost' }))).toBeUndefined();
  });
});
