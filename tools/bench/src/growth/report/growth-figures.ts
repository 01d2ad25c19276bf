import type { Machine } from '../../measure/machine.ts';
import type { ChangesUnderLoad } from '../changes-under-load.ts';
import type { LargeStarts } from '../large-starts.ts';
import type { WorkersCost } from '../more-cores.ts';
import type { Subjects } from '../start-subjects.ts';
import type { GrowthTurn } from '../take-turn.ts';

/** Everything that one run of the bench of growth gave. */
export type GrowthFigures = {
  readonly machine: Machine;
  /** One for each round; those of one round stand at the same index. */
  readonly turns: Readonly<Record<keyof Subjects, readonly GrowthTurn[]>>;
  readonly starts: LargeStarts;
  readonly changes: ChangesUnderLoad;
  readonly workers: readonly WorkersCost[];
};
