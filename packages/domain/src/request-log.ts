import type { FailureClass } from './failure.ts';
import type { ProviderKeyId } from './ids.ts';

export type Outcome = 'success' | 'failed' | 'cancelled' | 'rejected' | 'abandoned';

/** One attempt as the request log, the trail header and the dashboard show it. */
export type Attempt = {
  readonly key: ProviderKeyId;
  readonly provider: string;
  /** The upstream's own name of the model. */
  readonly model: string;
  readonly class: FailureClass | 'success';
  readonly status: number | null;
  readonly reason: string | null;
  readonly latencyMs: number;
};

/** Why one key was chosen or passed over for one request. */
export type Candidate = {
  readonly key: ProviderKeyId;
  readonly provider: string;
  readonly model: string;
  /** `chosen`, or the closed word for why not: a `Verdict` of `selection/candidate.ts`, or one of another version. */
  readonly verdict: string;
  /** Unix ms; when a key passed over may be used again. */
  readonly untilMs: number | null;
  /** Requests left under the tightest request limit, where there is one. */
  readonly remaining: number | null;
};
