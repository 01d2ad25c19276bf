import type { LimitCalendar, Needs, ProviderKeyId, Remaining, Spent, ToldLimit, Use } from '@palimpsest/domain';
import type { Hold } from './hold.ts';
import type { LimitWindows } from './windows.ts';

/** A provider key and the quota tag under which it counts at this time. */
export type KeyRef = { readonly tag: string; readonly key: ProviderKeyId };

export type KeyAsk = KeyRef & {
  /** Names the attempt among all attempts of the tag; the same attempt again counts once. */
  readonly attempt: string;
  readonly model: string;
  /** Milliseconds after which the reservation is refunded unless it is renewed. */
  readonly leaseMs: number;
  readonly windows: LimitWindows;
  /** What the attempt takes of each window, by its metric. */
  readonly reserve: Spent;
  /** Attempts in flight at once. */
  readonly concurrent?: number;
  /** Absent: one request of a model that is counted under its own name. */
  readonly pace?: Pace;
};

/** How an attempt stands to the limits that its provider told. */
export type Pace = {
  /** The name under which the provider counts the model. */
  readonly countedAs: string;
  readonly needs: Needs;
  /** On which the provider's limits begin anew, as they stand at `nowMs` (Unix ms). */
  readonly calendars: readonly LimitCalendar[];
  readonly nowMs: number;
};

/** What a provider told, `ageMs` milliseconds ago. */
export type KeyTold = KeyRef & {
  /** The attempt whose answer it was, which must not be settled yet; absent: no attempt's. */
  readonly attempt?: string;
  readonly ageMs: number;
  readonly told: readonly ToldLimit[];
};

/** Times are Unix ms by Redis's clock. `remaining` is in the order of the windows asked, `concurrent` last. */
export type KeyReservation =
  | {
      readonly granted: true;
      readonly nowMs: number;
      /** The one attempt that tries the key after a deadline: call `firstContent` when it brings content. */
      readonly probe: boolean;
      readonly remaining: readonly Remaining[];
      /** Names of limits that only count (`enforce: false`) and would have refused this. */
      readonly overdrawn: readonly string[];
      /** For `restore`; absent where no server takes the place of another. */
      readonly hold: Hold | undefined;
    }
  | {
      readonly granted: false;
      readonly nowMs: number;
      /** `model`: this key may not be used for this model. `probing`: another attempt is trying the key after a deadline. */
      readonly why: 'sleeping' | 'exhausted' | 'suspended' | 'model' | 'limit' | 'concurrent' | 'probing';
      /** `null` where no time is known: ends by hand, or when another attempt ends. */
      readonly untilMs: number | null;
      /** The mark's own words, or the name of the limit; one that the provider told begins with `told`. */
      readonly reason: string;
      readonly remaining: readonly Remaining[];
    };

export type KeySettlement = KeyRef & {
  readonly attempt: string;
  readonly spent: Use;
  /** `cancelled`: the client left; nobody's fault. */
  readonly outcome: 'success' | 'failure' | 'cancelled';
};

export type KeyMark = KeyRef & {
  /** Absent: the whole key and, unless it is suspended, every key of its tag. */
  readonly model?: string | undefined;
  /** A suspension of the whole key ends by hand, whatever `until` says. */
  readonly state: 'sleeping' | 'exhausted' | 'suspended';
  /** `inMs` counts from Redis's now: a list has the lengths of the marks of a run, the last for all that follow. `atMs` is Unix ms. */
  readonly until: { readonly inMs: number | readonly number[] } | { readonly atMs: number } | 'by-hand';
  /** Where a mark of the same reason has run out, and no success came since: suspends the key instead. */
  readonly again?: 'suspended' | undefined;
  /** The provider refused the key: `forgive` ends such a mark. */
  readonly refusal?: boolean | undefined;
  readonly reason: string;
};
