import type { Call } from '../accounting/call.ts';
import type { Avoided } from '../failover/avoid.ts';
import type { KeyChoice, Lease } from './select.ts';

export type Waiting = {
  readonly clock: { now(): number };
  /** Milliseconds that a request may wait for the first key to wake. */
  readonly maxWaitMs: number;
};

/** The call that waits: it may end meanwhile, and a pause ends with it. */
type WaitingCall = { readonly signal: AbortSignal; sleep(ms: number): Promise<void> };

/** Shorter pauses would only ask Redis more often. */
const leastPauseMs = 10;

/** The next key; where all sleep and nothing was tried yet, the first to wake within the time that a request may wait. */
export async function leaseWithin(
  { clock, maxWaitMs }: Waiting,
  choice: KeyChoice,
  avoided: Avoided,
  call: Pick<Call, 'failed'>,
  signal: WaitingCall,
): Promise<Lease | undefined> {
  const giveUpMs = clock.now() + maxWaitMs;
  for (;;) {
    const lease = await choice.next(avoided);
    if (lease !== undefined || call.failed.length > 0 || signal.signal.aborted) return lease;
    const wakesMs = Math.min(...choice.decisions().map(({ untilMs }) => untilMs ?? Number.POSITIVE_INFINITY));
    if (wakesMs > giveUpMs) return undefined;
    await signal.sleep(Math.max(leastPauseMs, wakesMs - clock.now()));
  }
}
