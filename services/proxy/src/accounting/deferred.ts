import { encodeUsageEvent } from '@palimpsest/contracts';
import { noUsage, type UsageEvent, usageOf } from '@palimpsest/domain';
import type { UsageStream } from '@palimpsest/state';

/** Events that Redis did not take, as long as this proxy lives. */
export type Deferred = {
  keep(event: UsageEvent): void;
  /** Tries all of them again, in order; stops at the first that Redis does not take. */
  retry(): Promise<void>;
  readonly size: number;
};

/** Beyond this many the oldest go: memory is not endless, and Redis has been away for long. */
const mostKept = 10_000;

export function createDeferred(usage: Pick<UsageStream, 'append'>): Deferred {
  const kept: UsageEvent[] = [];
  return {
    keep(event) {
      kept.push(asFailed(event));
      if (kept.length > mostKept) kept.shift();
    },
    async retry() {
      for (let event = kept[0]; event !== undefined; event = kept[0]) {
        await usage.append({ request: event.requestId, event: encodeUsageEvent(event) });
        kept.shift();
      }
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
  operatorUsage: usageOf({
    promptTokens: event.operatorUsage.promptTokens + event.usage.promptTokens,
    cachedTokens: event.operatorUsage.cachedTokens + event.usage.cachedTokens,
    completionTokens: event.operatorUsage.completionTokens + event.usage.completionTokens,
  }),
  operatorCost: event.cost === undefined ? event.operatorCost : (event.operatorCost ?? 0n) + event.cost,
});
