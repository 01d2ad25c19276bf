import type { Snapshot } from './snapshot.ts';

/** The one reference through which requests reach the configuration. A request reads it once and keeps what it got. */
export type CurrentSnapshot = {
  /** `undefined` until control has been heard. */
  readonly current: () => Snapshot | undefined;
  readonly swap: (snapshot: Snapshot) => void;
};

/** @param onSwap told of each configuration as it takes effect. */
export function currentSnapshot(onSwap: (snapshot: Snapshot) => void = () => undefined): CurrentSnapshot {
  let held: Snapshot | undefined;
  return {
    current: () => held,
    swap(snapshot) {
      held = snapshot;
      onSwap(snapshot);
    },
  };
}
