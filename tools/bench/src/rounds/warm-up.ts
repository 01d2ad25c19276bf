import type { Running } from '../contestants/contestant.ts';
import { putLoad } from './put-load.ts';
import type { Load } from './sample.ts';

/** Code is compiled by how often it ran, not by for how long: V8 is at it for some thirty thousand calls of a large program. */
const requests: Readonly<Record<Exclude<Load, 'rate'>, number>> = { plain: 40_000, session: 4000, stream: 3000 };

/** Runs a contestant's code until it is compiled, at most for `mostMs` with each load. */
export async function warmUp(
  running: Pick<Running, 'port' | 'headers'>,
  loads: readonly Load[],
  mostMs = 8000,
): Promise<void> {
  for (const load of loads) if (load !== 'rate') await putLoad(running, load, mostMs, requests[load]);
}
