import type { MasterKeys, SessionActivity, Sessions } from '@palimpsest/state';
import type { ControlRegistry } from '../registry-records.ts';
import type { KeyPlace } from './key-place.ts';

/** What a rotation works with. */
export type RotationParts = {
  readonly registry: ControlRegistry;
  readonly masterKeys: MasterKeys;
  readonly place: KeyPlace;
  /** Which sessions there are, and what is stored of them. */
  readonly sessions: { readonly activity: SessionActivity; readonly turns: Sessions };
  /** Told after each step; the next one begins when it resolves. */
  readonly onStep?: (step: RotationStep) => Promise<void> | void;
  readonly times?: Partial<RotationTimes>;
};

export type RotationTimes = {
  /** How long the right to rotate outlives whoever was killed while it had it. */
  readonly leaseMs: number;
  /** How long running controls may take to find the new key. */
  readonly patienceMs: number;
  /** How long what was written has to last before the old key is thrown away: Redis writes to its disk, and to its replicas, a little later. */
  readonly settleMs: number;
};

export const rotationTimes: RotationTimes = { leaseMs: 10_000, patienceMs: 20_000, settleMs: 2000 };

/** `added`: the new key lies beside the old one. `known`: every control has both. `retired`: nothing is sealed under the old one any more. */
type RotationStep = 'held' | 'added' | 'known' | 'retired' | 'changed' | 'settled' | 'dropped';

export type RotationDone = {
  readonly outcome: 'done';
  /** The id of the new master key. */
  readonly masterKey: string;
  /** How many secrets were wrapped anew, or how many provider keys wait for theirs now. */
  readonly changed: number;
  /** Ids of records whose secret did not open before, either. */
  readonly locked: readonly string[];
  /** Whether the old key must still be taken out of where it lies, which this program cannot do. */
  readonly oldKeyRemains: boolean;
};

/** Why a rotation was not made, or not to its end. Nothing is lost by any of them. */
export type RotationRefused =
  /** Another one is under way; its right to rotate ends after `freeInMs` unless it keeps it. */
  | { readonly outcome: 'busy'; readonly freeInMs: number }
  /** Only the operator can put a new key there; `why` such as `EROFS`. */
  | { readonly outcome: 'no-new-key'; readonly why: string }
  /** The registry was not written under a key that lies there. */
  | { readonly outcome: 'another-master-key' }
  /** Running controls that did not get the new key in time. */
  | { readonly outcome: 'unknown-to'; readonly controls: readonly string[] }
  /** The right to rotate ran out and somebody else took it. */
  | { readonly outcome: 'lost' };

export type RotationOutcome = RotationDone | RotationRefused;
