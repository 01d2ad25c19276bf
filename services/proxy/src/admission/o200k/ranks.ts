/**
 * The tokens of an encoding, each known by its rank: what merges sooner has the lower one. Held in a few flat arrays outside of the heap of
 * V8 (4 MB for 200,000 tokens), where objects would take ten times as much.
 */
export type Ranks = {
  /** The bytes of all tokens, in the order of their ranks. */
  readonly bytes: Uint8Array;
  /** Where the bytes of each begin; one more at the end, where the last one's stop. */
  readonly starts: Uint32Array;
  /** A hash table with open addressing: rank plus one, or 0 where nothing lies. Its length is a power of two. */
  readonly slots: Int32Array;
  /** Bytes of the longest token. */
  readonly longest: number;
};

/** What no token has for its rank. */
export const unranked = -1;

/** Where the search for `bytes[start, end)` begins (FNV-1a). */
function firstSlot(slots: Int32Array, bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  return (hash ^ (hash >>> 15)) & (slots.length - 1);
}

/** The rank of `bytes[start, end)`, or `unranked`. The work is bounded by the longest token, not by the bytes. */
export function rankOf(ranks: Ranks, bytes: Uint8Array, start: number, end: number): number {
  const { slots, starts, bytes: known, longest } = ranks;
  if (end - start > longest) return unranked;
  for (let slot = firstSlot(slots, bytes, start, end); ; slot = (slot + 1) & (slots.length - 1)) {
    const rank = (slots[slot] as number) - 1;
    if (rank === unranked) return unranked;
    let one = starts[rank] as number;
    if ((starts[rank + 1] as number) - one !== end - start) continue;
    let other = start;
    while (other < end && known[one] === bytes[other]) {
      one += 1;
      other += 1;
    }
    if (other === end) return rank;
  }
}

/** Makes the hash table of tokens that lie one after the other in `bytes`. */
export function indexTokens(bytes: Uint8Array, starts: Uint32Array): Ranks {
  const count = starts.length - 1;
  // At most half of it is taken, so that few searches take more than two steps.
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(count, 1) * 2)));
  let longest = 0;
  for (let rank = 0; rank < count; rank += 1) {
    const start = starts[rank] as number;
    const end = starts[rank + 1] as number;
    longest = Math.max(longest, end - start);
    let slot = firstSlot(slots, bytes, start, end);
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
    slots[slot] = rank + 1;
  }
  return { bytes, starts, slots, longest };
}
