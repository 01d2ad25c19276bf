import { createMergeQueue, noPair, rankIn, startIn } from './merge-queue.ts';
import { type Ranks, rankOf, unranked } from './ranks.ts';

/**
 * Counts the tokens that `bytes[start, end)` become: at first each byte is one, then neighbours merge, the pair of the lowest rank before
 * others, until no two make a token. Takes a time of n log n, so that no run of letters is too long for it.
 */
export function createMergedCounter(ranks: Ranks): (bytes: Uint8Array, start: number, end: number) => number {
  const queue = createMergeQueue();
  // By the offset of a token's first byte: where it ends, where the one before it begins, and the rank of what it and the next would make.
  let ends = new Int32Array(0);
  let before = new Int32Array(0);
  let pairs = new Int32Array(0);

  function reset(length: number): void {
    // A merge takes one pair out and brings at most two.
    queue.reset(3 * length);
    if (ends.length < length) {
      ends = new Int32Array(length);
      before = new Int32Array(length);
      pairs = new Int32Array(length);
    }
    for (let at = 0; at < length; at += 1) {
      ends[at] = at + 1;
      before[at] = at - 1;
    }
  }

  return (bytes, start, end) => {
    const length = end - start;
    const findPair = (at: number): void => {
      const middle = ends[at] as number;
      const rank = middle === length ? unranked : rankOf(ranks, bytes, start + at, start + (ends[middle] as number));
      pairs[at] = rank;
      if (rank !== unranked) queue.push(rank, at);
    };
    reset(length);
    for (let at = 0; at < length; at += 1) findPair(at);
    let tokens = length;
    for (let pair = queue.pop(); pair !== noPair; pair = queue.pop()) {
      const at = startIn(pair);
      // One of the two has merged with another meanwhile.
      if (pairs[at] !== rankIn(pair)) continue;
      const middle = ends[at] as number;
      const last = ends[middle] as number;
      ends[at] = last;
      if (last < length) before[last] = at;
      pairs[middle] = unranked;
      tokens -= 1;
      findPair(at);
      if (at > 0) findPair(before[at] as number);
    }
    return tokens;
  };
}
