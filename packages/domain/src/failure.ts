/** What one attempt met. The class is a total function of it (`classOf`). */
export type FailureKind =
  | 'rate-limited'
  | 'overloaded'
  | 'server-error'
  | 'timed-out'
  | 'disconnected'
  | 'malformed-answer'
  | 'flaky-generation'
  | 'quota-exhausted'
  | 'key-rejected'
  | 'model-denied'
  | 'refused-here'
  | 'request-rejected'
  | 'request-too-large'
  | 'cancelled';

/**
 * What is at fault, hence what is marked and what is avoided next:
 * the key; the account behind it (every key of its quota group); one model of a key or an account; one model at the provider
 * (capacity); the provider as a whole; the address we call from; the size of this request for this key's limit;
 * the request itself; the client that went away.
 */
export type FailureScope =
  | 'key'
  | 'account'
  | 'key-model'
  | 'account-model'
  | 'provider-model'
  | 'provider'
  | 'egress'
  | 'size'
  | 'request'
  | 'client';

/** The four classes of the contract, and `cancelled` for a client that left: nobody's fault. */
export type FailureClass = 'transient' | 'exhausted' | 'rejected' | 'fatal' | 'cancelled';

/**
 * Why one attempt at one upstream failed. A value, never thrown: an expected outcome on which selection and failover decide.
 */
export type Failure = {
  readonly kind: FailureKind;
  readonly scope: FailureScope;
  /** The upstream's HTTP status; `null` where there was none (transport, or in the middle of a stream). */
  readonly status: number | null;
  /** Milliseconds that the provider asked us to stay away; `null` where it named no time. Never jittered here. */
  readonly retryAfterMs: number | null;
  /** The calendar on which the quota starts again, where the provider named no time: the next boundary of the period in that IANA time zone. */
  readonly resets?: { readonly period: 'day' | 'week' | 'month'; readonly timeZone: string };
  /** A few words for the operator, from a closed set where possible, secrets removed: `requests per minute`, `invalid api key`. */
  readonly reason: string;
  /** Seen for the first time this 401 or 403 is unclear: the key sleeps instead of being suspended. */
  readonly unclear?: boolean;
  /** What the client sees if this failure is fatal: OpenAI's error members, the provider's message with secrets removed. */
  readonly answer?: {
    /** Where OpenAI answers such a fault with another status than this provider did. */
    readonly status?: number;
    readonly type: string;
    readonly param: string | null;
    readonly code: string | null;
    readonly message: string;
  };
};

/** The class decides the contract's treatment; `scope` decides what is marked. */
export function classOf(failure: Pick<Failure, 'kind'>): FailureClass {
  switch (failure.kind) {
    case 'rate-limited':
    case 'overloaded':
    case 'server-error':
    case 'timed-out':
    case 'disconnected':
    case 'malformed-answer':
    case 'flaky-generation':
      return 'transient';
    case 'quota-exhausted':
      return 'exhausted';
    case 'key-rejected':
    case 'model-denied':
    case 'refused-here':
      return 'rejected';
    case 'request-rejected':
    case 'request-too-large':
      return 'fatal';
    case 'cancelled':
      return 'cancelled';
  }
}
