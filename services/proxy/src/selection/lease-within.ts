import type { Candidate } from '@palimpsest/domain';
import type { Call } from '../accounting/call.ts';
import type { Avoided } from '../failover/avoid.ts';
import type { Lease } from './lease.ts';

export type Waiting = {
  readonly clock: { now(): number };
  /** Milliseconds that a request may wait for the first key to wake. */
  readonly maxWaitMs: number;
};

/** The call that waits: it may end meanwhile, and a pause ends with it. */
type WaitingCall = { readonly signal: { readonly isStopped: boolean }; sleep(ms: number): Promise<void> };

/** Shorter pauses would only ask Redis more often. */
const leastPauseMs = 10;

/** A key that should be awake this long and cannot be had is kept away by something else. Milliseconds. */
const wokenMs = 200;

/** While another request finds out whether a key works again, the others ask this often, and not for longer than this. Milliseconds. */
const probePauseMs = 100;
const probeWaitMs = 750;

/**
 * The next key. Where one is just being probed and no other is left, its probe is waited for briefly; where all that were not tried yet
 * sleep, the first to wake is, within the time that a request may wait in all.
 */
export async function leaseWithin(
  { clock, maxWaitMs }: Waiting,
  call: Pick<Call, 'choice' | 'waitedMs'>,
  avoided: Avoided,
  signal: WaitingCall,
): Promise<Lease | undefined> {
  const sinceMs = clock.now();
  for (;;) {
    const lease = await call.choice.next(avoided);
    if (lease !== undefined || signal.signal.isStopped) return lease;
    const untried = call.choice.decisions().filter(({ key }) => !avoided.triedKeys.has(key));
    const pauseMs = pauseBefore(untried, { nowMs: clock.now(), sinceMs, leftMs: maxWaitMs - call.waitedMs });
    if (pauseMs === undefined) return undefined;
    call.waitedMs += pauseMs;
    await signal.sleep(pauseMs);
  }
}

/** Milliseconds until it is worth asking again; `undefined`: no key is back in time. */
function pauseBefore(
  candidates: readonly Candidate[],
  { nowMs, sinceMs, leftMs }: { readonly nowMs: number; readonly sinceMs: number; readonly leftMs: number },
): number | undefined {
  const isProbed = candidates.some(({ verdict }) => verdict === 'probing');
  if (isProbed && (nowMs < sinceMs + probeWaitMs || leftMs >= probePauseMs)) return probePauseMs;
  const wakes = candidates.flatMap(({ untilMs }) => (untilMs === null || untilMs < nowMs - wokenMs ? [] : [untilMs]));
  const pauseMs = Math.max(leastPauseMs, Math.min(...wakes) - nowMs);
  return pauseMs > leftMs ? undefined : pauseMs;
}
