import type { Load, Sample } from '../rounds/sample.ts';
import type { Turn } from '../rounds/take-turn.ts';

/** One figure of every round of a contestant, `NaN` where it was not taken. */
export const column = (turns: readonly Turn[], load: Load, figure: (sample: Sample) => number | undefined): number[] =>
  turns.map(({ samples }) => {
    const sample = samples[load];
    return (sample && figure(sample)) ?? Number.NaN;
  });

export const cpuUs = ({ cpuUs: { itself } }: Sample): number | undefined => itself;
export const perSecond = (sample: Sample): number => sample.perSecond;
export const p50Ms = (sample: Sample): number => sample.p50Ms;
export const p99Ms = (sample: Sample): number => sample.p99Ms;
