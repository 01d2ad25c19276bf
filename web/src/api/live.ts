/** Milliseconds between two readings of what changes while one looks at it, where nobody tells that it changed. */
export const LIVE_MS = 3_000;

/** The same for figures that are summed up. */
export const SUMS_MS = 5_000;

/** What is told when it changes is read again all the same: what time alone changes is told by nobody. */
const TOLD_MS = 30_000;

let told = false;

/** Whether changes are told as they happen; it lives as long as the page. */
export const rememberTold = (is: boolean): void => {
  told = is;
};

/** Milliseconds to the next reading of what would be read every `ms` if nobody told of changes. */
export const liveEvery = (ms: number): number => (told ? Math.max(ms, TOLD_MS) : ms);
