/** The index of the first in a sorted list that does not go before what is looked for; the list's length where all do. */
export function placeOf<One>(sorted: readonly One[], goesBefore: (one: One) => boolean): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (goesBefore(sorted[middle] as One)) from = middle + 1;
    else to = middle;
  }
  return from;
}
