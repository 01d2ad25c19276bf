/** Numbers that a seed decides. */
export type Random = {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number;
  /** From `from` up to `to`. */
  between(from: number, to: number): number;
  /** Throws where there is nothing to choose from. */
  pick<T>(list: readonly T[]): T;
  shuffled<T>(list: readonly T[]): T[];
  /** True in so many of a hundred cases. */
  chance(percent: number): boolean;
};

/** The generator known as mulberry32: 32 bits of state are plenty to plan trouble with. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    next,
    below,
    between: (from, to) => from + next() * (to - from),
    pick(list) {
      if (list.length === 0) throw new RangeError('there is nothing to choose from');
      return list[below(list.length)] as (typeof list)[number];
    },
    shuffled: (list) =>
      list
        .map((one) => ({ one, place: next() }))
        .sort((a, b) => a.place - b.place)
        .map(({ one }) => one),
    chance: (percent) => next() * 100 < percent,
  };
}
