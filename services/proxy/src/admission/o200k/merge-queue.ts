/** Pairs that may be merged, the next one first: that of the lowest rank, and of the same rank the one that begins first. */
export type MergeQueue = {
  /** Forgets all, and has room for `capacity` pairs from here on. */
  readonly reset: (capacity: number) => void;
  readonly push: (rank: number, start: number) => void;
  /** Takes out the next one, which `rankIn` and `startIn` read, or gives `noPair`. */
  readonly pop: () => number;
};

export const noPair = -1;

const perRank = 2 ** 32;

/** Rank and start stand in one number, which is exact for ranks below two million. */
export const rankIn = (pair: number): number => Math.floor(pair / perRank);
export const startIn = (pair: number): number => pair >>> 0;

/** A binary heap in one flat array. */
export function createMergeQueue(): MergeQueue {
  let heap = new Float64Array(0);
  let size = 0;
  return {
    reset: (capacity) => {
      if (heap.length < capacity) heap = new Float64Array(capacity);
      size = 0;
    },
    push: (rank, start) => {
      const pair = rank * perRank + start;
      let hole = size;
      size += 1;
      while (hole > 0) {
        const parent = (hole - 1) >>> 1;
        const above = heap[parent] as number;
        if (above <= pair) break;
        heap[hole] = above;
        hole = parent;
      }
      heap[hole] = pair;
    },
    pop: () => {
      if (size === 0) return noPair;
      const first = heap[0] as number;
      size -= 1;
      const pair = heap[size] as number;
      let hole = 0;
      for (let child = 1; child < size; child = 2 * hole + 1) {
        if (child + 1 < size && (heap[child + 1] as number) < (heap[child] as number)) child += 1;
        const below = heap[child] as number;
        if (below >= pair) break;
        heap[hole] = below;
        hole = child;
      }
      heap[hole] = pair;
      return first;
    },
  };
}
