import type { CallCost } from './cost-of-calls.ts';

/** A core is taken for used up from this share on: some of it goes to waiting for each other. */
const usedUp = 0.9;

/** What kept calls from being more: Redis's one core, all cores of the machine, or the workers, who could use more callers or cores. */
export type Limit = 'Redis' | 'the machine' | 'the workers';

/** @param cores of the machine. */
export function limitOf({ redisCores, busyCores }: Pick<CallCost, 'redisCores' | 'busyCores'>, cores: number): Limit {
  if (redisCores >= usedUp) return 'Redis';
  return busyCores >= usedUp * cores ? 'the machine' : 'the workers';
}

/** Calls per second that one core carries where each takes so many microseconds of it. */
export const perCore = (us: number): number => 1_000_000 / us;

/** Workers, each with a core of its own, that use up one core of Redis; it is asked by calls and by their booking. */
export const workersPerRedis = ({
  proxyUs,
  redisUs,
  bookingUs,
}: Pick<CallCost, 'proxyUs' | 'redisUs' | 'bookingUs'>): number => proxyUs / (redisUs + bookingUs);
