import { type AnswerEvent, GatewayError } from '@palimpsest/domain';
import { isStoreUnavailable } from '@palimpsest/state';
import type { Lease } from '../selection/lease.ts';
import type { AttemptResult } from '../upstream/attempt.ts';
import { type Call, cancelledUse, type Used } from './call.ts';
import type { Conclusion } from './usage-event.ts';

/** An answer that came whole; `rest` is what the caller has not seen of it. */
export type Served = {
  readonly lease: Lease;
  readonly result: AttemptResult;
  readonly used: Used;
  readonly rest: readonly AnswerEvent[];
};

/** How a call ended, for its entry: served, cancelled by the caller, failed, or refused for want of a key. */
export function conclusionOf(call: Call, outcome: Served | GatewayError, callerLeft: boolean): Conclusion {
  if (!(outcome instanceof GatewayError)) {
    const { lease, used } = outcome;
    return { outcome: 'success', errorCode: undefined, served: { member: lease.member, used } };
  }
  if (callerLeft) return { outcome: 'cancelled', errorCode: undefined, served: cancelledUse(call) };
  return {
    outcome: call.chain.length === 0 ? 'rejected' : 'failed',
    errorCode: outcome.code,
    storeAway: isStoreUnavailable(outcome),
    served: undefined,
  };
}
