import { describe, expect, it } from 'vitest';
import type { CallCost } from '../cost-of-calls.ts';
import type { GrowthTurn } from '../take-turn.ts';
import type { GrowthFigures } from './growth-figures.ts';
import { growthVerdicts } from './growth-verdicts.ts';

const cost = (changes: Partial<CallCost> = {}): CallCost => ({
  perSecond: 1000,
  proxyUs: 500,
  redisUs: 100,
  meteringUs: 50,
  bookingUs: 50,
  redisCores: 0.2,
  busyCores: 1,
  foreignShare: 0,
  ...changes,
});
const turn = (costs: GrowthTurn['costs']): GrowthTurn => ({ readyMs: 700, idleMb: 200, meteringMb: 150, costs });
const latencies = (p99Ms: number) => ({ p50Ms: 1, p99Ms, mostMs: p99Ms });

const figures = (members: Partial<GrowthFigures> = {}): GrowthFigures => ({
  machine: {
    at: '',
    processor: '',
    cores: 4,
    memoryGb: 8,
    kernel: '',
    node: '',
    redis: '',
    commit: '',
    loadBefore: 0,
  },
  turns: {
    few: [turn({ plain: cost(), session: cost() })],
    users: [turn({ plain: cost({ proxyUs: 550 }), spread: cost({ redisUs: 200 }) })],
    sessions: [turn({ session: cost() })],
    log: [turn({ plain: cost({ meteringUs: 55 }) })],
  },
  starts: { users: 100_000, keys: 1000, controlMs: [900], proxyMs: [1900, 2100, 2200], controlMb: [], proxyMb: [] },
  changes: { still: [latencies(10), latencies(20)], changing: [latencies(11), latencies(22)], changes: 12 },
  workers: [
    { workers: 1, costs: [cost()] },
    { workers: 2, costs: [cost({ perSecond: 1400, busyCores: 3.9 })] },
  ],
  ...members,
});

const verdictOf = (target: string, of = figures()) =>
  growthVerdicts(of).find((verdict) => verdict.target.startsWith(target));

describe('the verdicts on growth', () => {
  it('compare the cost of each part with that of the gateway with few of everything', () => {
    expect(verdictOf('CPU of proxy, 100000 users against 10, ten')).toMatchObject({ measured: '1.10 (1.10 to 1.10)' });
    expect(verdictOf('CPU of metering, 100000 log entries')).toMatchObject({ met: true });
  });

  it('count the booking of calls among what Redis does for them', () => {
    expect(verdictOf('CPU of Redis, 100000 users against 10, all')).toMatchObject({
      measured: '1.67 (1.67 to 1.67)',
      met: false,
    });
  });

  it('take the median start, and the latency of each window with changes against its neighbour', () => {
    expect(verdictOf('start of a proxy')).toMatchObject({ measured: '2100 (1900 to 2200)', met: false });
    expect(verdictOf('p99 with a change')).toMatchObject({ measured: '1.10 (1.10 to 1.10)', met: true });
  });

  it('say what kept two workers from serving twice as much', () => {
    expect(verdictOf('throughput')).toMatchObject({ met: false, measured: expect.stringContaining('the machine') });
    const workers = [
      { workers: 1, costs: [cost()] },
      { workers: 2, costs: [cost({ perSecond: 1400, redisCores: 0.95 })] },
    ];
    expect(verdictOf('throughput', figures({ workers }))).toMatchObject({ met: true });
  });
});
