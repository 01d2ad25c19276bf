/** Wakes one waiter. A ring while nobody waits is kept for the next wait, so that none is lost between a look and a wait. */
export type Bell = {
  readonly ring: () => void;
  /** `false` where `ms` passed without a ring. */
  readonly wait: (ms: number) => Promise<boolean>;
};

export function bell(): Bell {
  let rung = false;
  let wake: (() => void) | undefined;
  return {
    ring() {
      rung = true;
      wake?.();
    },
    async wait(ms) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wake = undefined;
      }
      const heard = rung;
      rung = false;
      return heard;
    },
  };
}
