import type { FailureClass, FailureScope, KeyStateName, ProviderName } from '@palimpsest/domain';
import type { Step } from '../providers/step.ts';

/** When a mark ends: after the seconds that the provider named, on its calendar, or by the gateway's own rule. */
export type Until =
  | number
  | { readonly period: 'day' | 'week' | 'month'; readonly timeZone: string }
  | 'the cooldown'
  | 'an hour'
  | 'ten minutes'
  | 'an operator resumes it';

/** What must become of a call that meets a fault. */
export type Follows = {
  readonly class: Exclude<FailureClass, 'cancelled'> | 'success';
  /** What is at fault; absent where nothing is. */
  readonly scope?: FailureScope;
  /** What is left on the key, or on the one model of it; absent: nothing. */
  readonly leaves?: {
    readonly on: 'key' | 'model';
    readonly state: Exclude<KeyStateName, 'active' | 'disabled'>;
    readonly until: Until;
  };
  /** Who is asked next, where there are both: another key of the same vendor, or another vendor. */
  readonly next: 'another key' | 'another vendor' | 'nobody';
  /** Where there is no other key, this one is asked once more. */
  readonly again?: true;
  /** What the client sees where there is no other key. */
  readonly client: {
    readonly status: number;
    readonly code: string | null;
    readonly type?: string;
    readonly param?: string | null;
    readonly finish?: string;
  };
};

/** What a provider is known to answer in trouble. */
export type Fault = {
  /** Unique; names the test. */
  readonly name: string;
  readonly provider: ProviderName;
  /** The form of the call that meets it; absent: any. */
  readonly form?: 'plain' | 'stream';
  /** Moments that the answer names count from `now`. */
  readonly sends: (now: Date) => Step;
  readonly follows: Follows;
};

/** A row of the catalogue. */
export type Row = readonly [
  what: string,
  sends: Step | ((now: Date) => Step),
  follows: Follows,
  form?: 'plain' | 'stream',
];

/** The rows of one vendor. */
export const faultsOf = (vendor: string, provider: ProviderName, rows: readonly Row[]): readonly Fault[] =>
  rows.map(([what, sends, follows, form]) => ({
    name: `${vendor}: ${what}`,
    provider,
    sends: typeof sends === 'function' ? sends : () => sends,
    follows,
    ...(form === undefined ? {} : { form }),
  }));
