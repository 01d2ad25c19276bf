/** Milliseconds between two readings of what changes while one looks at it. */
export const LIVE_MS = 3_000;

/** The same for figures that are summed up. */
export const SUMS_MS = 5_000;
