import type { CallCost } from '../cost-of-calls.ts';
import type { GrowthLoad } from '../growth-load.ts';
import type { GrowthTurn } from '../take-turn.ts';

/** One figure of every round, `NaN` where it was not taken. */
export const costColumn = (
  turns: readonly GrowthTurn[],
  load: GrowthLoad,
  figure: (cost: CallCost) => number,
): number[] =>
  turns.map(({ costs }) => {
    const cost = costs[load];
    return cost === undefined ? Number.NaN : figure(cost);
  });

/** Microseconds of CPU per request: of the proxy, of Redis for calls and their booking, and of metering. */
export const costFigures = {
  proxy: ({ proxyUs }: CallCost): number => proxyUs,
  Redis: ({ redisUs, bookingUs }: CallCost): number => redisUs + bookingUs,
  metering: ({ meteringUs }: CallCost): number => meteringUs,
} as const;
