import type { Spread } from './statistics.ts';

/** A target and what was measured. */
export type Verdict = {
  readonly target: string;
  readonly limit: string;
  readonly measured: string;
  readonly met: boolean;
};

const shown = ({ median, least, most }: Spread, digits: number): string =>
  Number.isFinite(median) ? `${median.toFixed(digits)} (${least.toFixed(digits)} to ${most.toFixed(digits)})` : '';

/** Whether the median is `most` at the most; both in `unit`. */
export const atMost = (target: string, spread: Spread, most: number, unit: string, digits = 2): Verdict => ({
  target,
  limit: `at most ${most} ${unit}`,
  measured: shown(spread, digits),
  met: spread.median <= most,
});

/** Whether the median is `least` at least; both in `unit`. */
export const atLeast = (target: string, spread: Spread, least: number, unit: string, digits = 2): Verdict => ({
  target,
  limit: `at least ${least} ${unit}`,
  measured: shown(spread, digits),
  met: spread.median >= least,
});
