import type { GatewayErrorCode } from './gateway-error.ts';
import type { GatewayKeyId, PriceId, ProviderKeyId, RequestId, UserId } from './ids.ts';
import type { NanoUsd } from './money.ts';
import type { Attempt, Candidate, Outcome } from './request-log.ts';
import type { Usage } from './usage.ts';

/** An attempt as the books keep it: what it counted against its key beside what the log shows. */
export type MeteredAttempt = Attempt & {
  /** The hash tag of the key's counters at that time (`quotaTag`). */
  readonly quotaTag: string;
  /** Unix ms by Redis's clock, when its key was reserved: decides in which window of a limit it counts. */
  readonly reservedAtMs: number;
  /** Whether the request reached the provider, as far as can be known; only then it counts as one. */
  readonly reached: boolean;
  readonly usage: Usage;
  readonly cost: NanoUsd | undefined;
};

/** One model call that passed authentication. Appended once to the usage stream; the log, roll-ups and counters follow from it. */
export type UsageEvent = {
  readonly requestId: RequestId;
  /** Unix ms by Redis's clock, at admission. */
  readonly atMs: number;
  readonly userId: UserId;
  readonly gatewayKeyId: GatewayKeyId;
  readonly session: string | undefined;
  readonly clientRequestId: string | undefined;
  /** The name that the client asked for. */
  readonly model: string;
  readonly stream: boolean;
  readonly outcome: Outcome;
  readonly errorCode: GatewayErrorCode | undefined;
  readonly context: 'carried' | 'none';
  readonly latencyMs: number;
  readonly chain: readonly MeteredAttempt[];
  readonly candidates: readonly Candidate[];
  readonly snapshotVersion: number;
  /** Who served it; `undefined` where nobody did. */
  readonly served:
    | {
        readonly provider: string;
        readonly vendor: string;
        readonly keyId: ProviderKeyId;
        readonly upstreamModel: string;
      }
    | undefined;
  /** Charged to the user. */
  readonly usage: Usage;
  /** Spent in attempts that failed: the operator's own. */
  readonly operatorUsage: Usage;
  readonly estimated: boolean;
  /** `undefined`: the model has no price. */
  readonly cost: NanoUsd | undefined;
  readonly operatorCost: NanoUsd | undefined;
  readonly priceId: PriceId | undefined;
};
