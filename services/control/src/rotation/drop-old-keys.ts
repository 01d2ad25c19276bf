import { setTimeout as wait } from 'node:timers/promises';
import type { HeldRotation } from './hold-rotation.ts';
import type { Introduced } from './introduce-key.ts';
import { type RotationDone, type RotationParts, type RotationRefused, rotationTimes } from './rotation.ts';
import { sealedUnder } from './sealed-records.ts';

/**
 * Changes the stored secrets until nothing is left that only an old key opens, also after a while in which Redis has written its disk and
 * its replicas (a master that dies may take its last writes with it), and throws the old keys away. `change` gives the ids of what no key
 * opens.
 */
export async function dropOldKeys(
  { registry, place, onStep, times }: RotationParts,
  held: HeldRotation,
  { newest, newestKey }: Introduced,
  change: () => Promise<readonly string[]>,
): Promise<Pick<RotationDone, 'locked' | 'oldKeyRemains'> | RotationRefused> {
  const { settleMs } = { ...rotationTimes, ...times };
  for (let before = ''; ; ) {
    const locked = await change();
    await wait(settleMs);
    const left = [...(await sealedUnder(registry))]
      .filter(([id]) => id !== newest)
      .flatMap(([, records]) => records)
      .filter((id) => !locked.includes(id));
    if (left.length > 0) {
      if (left.join() === before)
        throw new Error(`no rotation knows of the secrets in ${before}; the old master key stays`);
      before = left.join();
      continue;
    }
    await onStep?.('settled');
    // The file may be in the hands of another rotation then.
    if (held.isLost()) return { outcome: 'lost' };
    const isAlone = place.read().length === 1;
    const oldKeyRemains = !isAlone && place.replace([newestKey]) !== undefined;
    await onStep?.('dropped');
    return { locked, oldKeyRemains };
  }
}
