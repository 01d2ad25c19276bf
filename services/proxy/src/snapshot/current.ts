import type { Snapshot } from './snapshot.ts';

/** The one reference through which requests reach the configuration. A request reads it once and keeps what it got. */
export type CurrentSnapshot = {
  /** `undefined` until control has been heard. */
  readonly current: () => Snapshot | undefined;
  readonly swap: (snapshot: Snapshot) => void;
};

export function currentSnapshot(): CurrentSnapshot {
  let held: Snapshot | undefined;
  return {
    current: () => held,
    swap(snapshot) {
      held = snapshot;
    },
  };
}
