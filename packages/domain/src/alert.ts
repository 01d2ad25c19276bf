/** What an alert may be about. The first three follow rules that an operator sets; the last is seen by control, the others by metering. */
export const alertKinds = ['low_capacity', 'key_anomaly', 'error_rate', 'unpriced_model', 'unreadable_key'] as const;
export type AlertKind = (typeof alertKinds)[number];

/** Something that an operator should know. */
export type Alert = {
  /** `alr_` and a ULID. */
  readonly id: string;
  readonly kind: AlertKind;
  /** What it is about: a key's id, a provider and model, a figure of the pool. An alert is raised once for a kind and target. */
  readonly target: string;
  /** Shown and sent; holds no secret. */
  readonly message: string;
};

/** When alerts are raised. A rule that is not enabled ends its alerts. Percentages are 0 to 100, times whole minutes. */
export type AlertRules = {
  readonly lowCapacity: {
    readonly enabled: boolean;
    /** Raised while a smaller share of the enabled keys can serve. */
    readonly usableKeysPercent: number;
    /** Raised while a smaller share of the capped keys' requests is left. */
    readonly remainingRequestsPercent: number;
    /** How long it must have been so. */
    readonly forMinutes: number;
  };
  readonly keyAnomaly: {
    readonly enabled: boolean;
    /** Raised for a key that failed so often in a row, and for one that its provider rejected. */
    readonly consecutiveFailures: number;
    readonly forMinutes: number;
  };
  readonly errorRate: {
    readonly enabled: boolean;
    /** Raised while a larger share of the requests that were not rejected failed. */
    readonly errorPercent: number;
    /** With fewer requests in the window nothing is said. */
    readonly minRequests: number;
    /** What is looked back on; a multiple of five. */
    readonly windowMinutes: number;
  };
};

/** There is one set of rules; the registry keeps it under this id. */
export const alertRulesId = 'all';

/** What holds until an operator sets rules. */
export const defaultAlertRules: AlertRules = {
  lowCapacity: { enabled: true, usableKeysPercent: 25, remainingRequestsPercent: 10, forMinutes: 2 },
  keyAnomaly: { enabled: true, consecutiveFailures: 5, forMinutes: 0 },
  errorRate: { enabled: true, errorPercent: 25, minRequests: 20, windowMinutes: 15 },
};
