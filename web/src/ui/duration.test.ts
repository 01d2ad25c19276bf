import { describe, expect, it } from 'vitest';
import { duration, latency, timeLeft } from './duration.ts';

describe('duration', () => {
  it.each([
    [0, '0 s'],
    [59_999, '59 s'],
    [60_000, '1 min 00 s'],
    [245_000, '4 min 05 s'],
    [3_600_000, '1 h 00 min'],
    [86_399_999, '23 h 59 min'],
    [86_400_000, '1 d 00 h'],
    [273_600_000, '3 d 04 h'],
  ])('says %i ms as "%s"', (ms, text) => {
    expect(duration(ms)).toBe(text);
  });
});

describe('timeLeft', () => {
  const until = '2026-11-30T12:00:00.000Z';
  const before = (ms: number) => timeLeft(until, Date.parse(until) - ms);

  it('counts the last second to its end, so that nothing is said to be over before it is', () => {
    expect(before(41_000)).toBe('41 s');
    expect(before(40_001)).toBe('41 s');
    expect(before(59_001)).toBe('1 min 00 s');
    expect(before(1)).toBe('1 s');
  });

  it('is nothing once the time has come', () => {
    expect(before(0)).toBeUndefined();
    expect(before(-5)).toBeUndefined();
  });
});

describe('latency', () => {
  it.each([
    [0, '0 ms'],
    [999, '999 ms'],
    [1_000, '1.0 s'],
    [3_240, '3.2 s'],
    [64_000, '1 min 04 s'],
  ])('says %i ms as "%s"', (ms, text) => {
    expect(latency(ms)).toBe(text);
  });
});
