import type { Contestant } from '../contestants/contestant.ts';
import { memoryOf } from '../measure/process-figures.ts';
import { inWindow } from '../measure/window.ts';
import { putLoad } from './put-load.ts';
import { type Load, loads, type Sample, sampleOf } from './sample.ts';
import { warmUp } from './warm-up.ts';

export type Plan = {
  readonly windowMs: number;
  /** A window in which others took more than this of a core is repeated once, and the quieter one kept. */
  readonly quietShare: number;
};

/** What one launch of a contestant gave. */
export type Turn = {
  readonly samples: Readonly<Partial<Record<Load, Sample>>>;
  readonly readyMs: number;
  readonly idleMb: number | undefined;
  readonly mostMb: number | undefined;
};

/** Launches a contestant afresh, warms it up, and puts every load on it that it knows, one after the other. */
export async function takeTurn(contestant: Contestant, plan: Plan): Promise<Turn> {
  const running = await contestant.launch();
  const { itself } = running.processes;
  const idleMb = itself === undefined ? undefined : memoryOf(itself).nowMb;
  const samples: Partial<Record<Load, Sample>> = {};
  const known = loads.filter((load) => load !== 'session' || contestant.sessions);
  await warmUp(running, known);
  for (const load of known) {
    const measure = async (): Promise<Sample> =>
      sampleOf(await inWindow(running.processes, () => putLoad(running, load, plan.windowMs)));
    const first = await measure();
    const second = first.foreignShare > plan.quietShare ? await measure() : first;
    samples[load] = second.foreignShare < first.foreignShare ? second : first;
  }
  const mostMb = itself === undefined ? undefined : memoryOf(itself).mostMb;
  await running.settled();
  await running.stop();
  return { samples, readyMs: running.readyMs, idleMb, mostMb };
}
