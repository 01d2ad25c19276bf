import { encodeUsageEvent } from '@palimpsest/contracts';
import { noUsage, sumOfUsage, type UsageEvent } from '@palimpsest/domain';
import type { UsageStream } from '@palimpsest/state';

/** Events that Redis did not take, as long as this proxy lives. */
export type Deferred = {
  /** @param before what has to be done before the event is appended; the same again changes nothing. */
  keep(event: UsageEvent, before?: () => Promise<unknown>): void;
  /** Tries all of them again, in order; stops at the first that Redis does not take. Who asks while it is under way waits for the same. */
  retry(): Promise<void>;
  readonly size: number;
};

/** Beyond this many the oldest go: memory is not endless, and Redis has been away for long. */
const mostKept = 10_000;

export function createDeferred(usage: Pick<UsageStream, 'append'>): Deferred {
  const kept: { readonly event: UsageEvent; readonly before: (() => Promise<unknown>) | undefined }[] = [];
  let running: Promise<void> | undefined;
  const tryAll = async (): Promise<void> => {
    for (let next = kept[0]; next !== undefined; next = kept[0]) {
      const { event, before } = next;
      await before?.();
      await usage.append({ request: event.requestId, event: encodeUsageEvent(event) });
      // It may be gone already, for want of room.
      if (kept[0] === next) kept.shift();
    }
  };
  return {
    keep(event, before) {
      kept.push({ event: asFailed(event), before });
      if (kept.length > mostKept) kept.shift();
    },
    retry() {
      running ??= tryAll().finally(() => {
        running = undefined;
      });
      return running;
    },
    get size() {
      return kept.length;
    },
  };
}

/** The caller got a 503 instead of the answer: what it had used is the operator's own cost. */
const asFailed = (event: UsageEvent): UsageEvent => ({
  ...event,
  outcome: event.outcome === 'success' ? 'failed' : event.outcome,
  errorCode: event.errorCode ?? 'gateway_unavailable',
  usage: noUsage,
  cost: undefined,
  operatorUsage: sumOfUsage(event.operatorUsage, event.usage),
  operatorCost: event.cost === undefined ? event.operatorCost : (event.operatorCost ?? 0n) + event.cost,
});
