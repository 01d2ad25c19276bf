/** The middle value; the mean of the two middle ones where there is an even number; NaN of nothing. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The least value that at least `share` (0 to 1) of all do not exceed; NaN of nothing. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** Median with the least and the greatest value. */
export type Spread = { readonly median: number; readonly least: number; readonly most: number };

export const spreadOf = (values: readonly number[]): Spread => ({
  median: median(values),
  least: Math.min(...values),
  most: Math.max(...values),
});

/** The spread of the ratios of values that belong together, one pair a round; pairs with a missing side are left out. */
export const ratios = (above: readonly number[], below: readonly number[]): Spread =>
  spreadOf(
    above.flatMap((value, round) => {
      const divisor = below[round];
      return divisor === undefined || !Number.isFinite(value / divisor) ? [] : [value / divisor];
    }),
  );
