/** The states of a key as the operator API shows them. */
export const keyStateNames = ['active', 'sleeping', 'exhausted', 'suspended', 'disabled'] as const;
export type KeyStateName = (typeof keyStateNames)[number];

/** A mark on a whole key or on one of its models. */
export type Mark = {
  readonly state: Exclude<KeyStateName, 'active' | 'disabled'>;
  /** Unix ms by Redis's clock; `null` for a suspension, which ends by hand. */
  readonly untilMs: number | null;
  readonly reason: string;
};

/** What is left of one of a key's limits in the current period. */
export type Remaining = { readonly limit: string; readonly remaining: number; readonly resetsAtMs: number };
