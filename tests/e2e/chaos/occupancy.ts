import { setTimeout as wait } from 'node:timers/promises';
import type { SimulatedCall } from '@palimpsest/testkit';

/** How many calls of one key its provider held at once. */
export type Occupancy = {
  entered(call: SimulatedCall): void;
  /** Moments at which there were more than the limit allows. */
  overshoots(): number;
  mostAtOnce(): number;
};

/** So far back a call may have begun and still run. */
const windowCalls = 300;
/** The end of a call may be seen on another connection after the beginning of the next. Milliseconds. */
const settlesWithinMs = 50;

/** Counts calls in flight as the provider sees them, against `limit` where there is one. */
export function occupancy(calls: () => readonly SimulatedCall[], limit: number | undefined): Occupancy {
  let most = 0;
  let overshoots = 0;
  const running = (): SimulatedCall[] =>
    calls()
      .slice(-windowCalls)
      .filter(({ closedBy }) => closedBy === undefined);
  const weigh = async (): Promise<void> => {
    const atOnce = running();
    if (limit === undefined || atOnce.length <= limit) {
      most = Math.max(most, atOnce.length);
      return;
    }
    await wait(settlesWithinMs);
    const still = atOnce.filter(({ closedBy }) => closedBy === undefined);
    most = Math.max(most, still.length);
    if (still.length > limit) overshoots += 1;
  };
  return { entered: () => void weigh(), overshoots: () => overshoots, mostAtOnce: () => most };
}
