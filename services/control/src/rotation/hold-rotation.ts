import { randomUUID } from 'node:crypto';
import type { MasterKeys } from '@palimpsest/state';
import type { RotationOutcome, RotationParts } from './rotation.ts';
import { rotationTimes } from './rotation.ts';

/** The right to rotate, while it lasts. */
export type HeldRotation = { readonly holder: string; readonly isLost: () => boolean };

/** Runs a rotation while it alone has the right to. Of two at once one is refused. */
export async function holdRotation(
  { masterKeys, times }: Pick<RotationParts, 'masterKeys' | 'times'>,
  run: (held: HeldRotation) => Promise<RotationOutcome>,
): Promise<RotationOutcome> {
  const { leaseMs } = { ...rotationTimes, ...times };
  const holder = randomUUID();
  const freeInMs = await masterKeys.hold(holder, leaseMs);
  if (freeInMs > 0) return { outcome: 'busy', freeInMs };
  const keeping = keep(masterKeys, holder, leaseMs);
  try {
    return await run({ holder, isLost: keeping.isLost });
  } finally {
    keeping.stop();
    // Where Redis is away now, it ends by itself.
    await masterKeys.release(holder).catch(() => undefined);
  }
}

function keep(masterKeys: MasterKeys, holder: string, leaseMs: number) {
  let heldUntilMs = performance.now() + leaseMs;
  const timer = setInterval(() => {
    const askedAtMs = performance.now();
    masterKeys.hold(holder, leaseMs).then(
      (freeInMs) => {
        heldUntilMs = freeInMs === 0 ? askedAtMs + leaseMs : 0;
      },
      () => undefined,
    );
  }, leaseMs / 3);
  return { isLost: () => performance.now() > heldUntilMs, stop: () => clearInterval(timer) };
}
