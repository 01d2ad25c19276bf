import { cpuMsOf, cpuMsOfTree, machineCpuMs } from './process-figures.ts';

/** What happened while something ran. */
export type Window<Result> = {
  readonly result: Result;
  /** CPU time of each process, ms. */
  readonly cpuMs: Readonly<Record<string, number>>;
  /** CPU time of programs that are not ours, as a share of one core. */
  readonly foreignShare: number;
  /** Cores that were busy with anything, on the mean. */
  readonly busyCores: number;
  readonly elapsedMs: number;
};

/** Runs something and reads the CPU clocks of these processes, by name, before and after it. */
export async function inWindow<Result>(
  processes: Readonly<Record<string, number>>,
  run: () => Promise<Result>,
): Promise<Window<Result>> {
  const clocks = (): number[] => Object.values(processes).map(cpuMsOf);
  const [startedAt, ownBefore, machineBefore, before] = [
    performance.now(),
    cpuMsOfTree(process.pid),
    machineCpuMs(),
    clocks(),
  ];
  const result = await run();
  const after = clocks();
  const elapsedMs = performance.now() - startedAt;
  const machineMs = machineCpuMs() - machineBefore;
  const foreignMs = machineMs - (cpuMsOfTree(process.pid) - ownBefore);
  return {
    result,
    cpuMs: Object.fromEntries(Object.keys(processes).map((name, at) => [name, (after[at] ?? 0) - (before[at] ?? 0)])),
    foreignShare: Math.max(0, foreignMs / elapsedMs),
    busyCores: machineMs / elapsedMs,
    elapsedMs,
  };
}
