import type { FailoverLatency } from '../extras/failover-latency.ts';
import type { PoolCost } from '../extras/pool-growth.ts';
import type { StalledStreams } from '../extras/stalled-streams.ts';
import type { Machine } from '../measure/machine.ts';
import type { Turn } from '../rounds/take-turn.ts';

/** Everything that one run of the bench gave. */
export type Figures = {
  readonly machine: Machine;
  /** Turns of each contestant by its name, one for each round; those of one round stand at the same index. */
  readonly turns: Readonly<Record<string, readonly Turn[]>>;
  readonly extras?: {
    readonly pool: readonly PoolCost[];
    readonly stalled: readonly StalledStreams[];
    readonly failover: FailoverLatency;
  };
};
