import type { Candidate } from '@palimpsest/domain';
import type { Call } from '../accounting/call.ts';
import type { Avoided } from '../failover/avoid.ts';
import type { Lease } from './select.ts';

export type Waiting = {
  readonly clock: { now(): number };
  /** Milliseconds that a request may wait for the first key to wake. */
  readonly maxWaitMs: number;
};

/** The call that waits: it may end meanwhile, and a pause ends with it. */
type WaitingCall = { readonly signal: AbortSignal; sleep(ms: number): Promise<void> };

/** Shorter pauses would only ask Redis more often. */
const leastPauseMs = 10;

/** While another request finds out whether a key works again, the others ask this often, and not for longer than this. Milliseconds. */
const probePauseMs = 100;
const probeWaitMs = 750;

/**
 * The next key. Where one is just being probed and no other is left, its probe is waited for briefly; where all sleep and nothing was tried
 * yet, the first to wake is, within the time that a request may wait.
 */
export async function leaseWithin(
  { clock, maxWaitMs }: Waiting,
  { choice, failed }: Pick<Call, 'choice' | 'failed'>,
  avoided: Avoided,
  signal: WaitingCall,
): Promise<Lease | undefined> {
  const sinceMs = clock.now();
  const wait = failed.length > 0 ? 0 : maxWaitMs;
  for (;;) {
    const lease = await choice.next(avoided);
    if (lease !== undefined || signal.signal.aborted) return lease;
    const pauseMs = pauseBefore(choice.decisions(), { nowMs: clock.now(), sinceMs, waitMs: wait });
    if (pauseMs === undefined) return undefined;
    await signal.sleep(pauseMs);
  }
}

/** Milliseconds until it is worth asking again; `undefined`: no key is back in time. */
function pauseBefore(
  candidates: readonly Candidate[],
  { nowMs, sinceMs, waitMs }: { readonly nowMs: number; readonly sinceMs: number; readonly waitMs: number },
): number | undefined {
  const isProbed = candidates.some(({ verdict }) => verdict === 'probing');
  if (isProbed && nowMs < sinceMs + Math.max(waitMs, probeWaitMs)) return probePauseMs;
  const wakesMs = Math.min(...candidates.map(({ untilMs }) => untilMs ?? Number.POSITIVE_INFINITY));
  return wakesMs > sinceMs + waitMs ? undefined : Math.max(leastPauseMs, wakesMs - nowMs);
}
