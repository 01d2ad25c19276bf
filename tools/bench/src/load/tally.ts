import type { Answer } from './answer-reader.ts';

/** What a load got. */
export type LoadResult = {
  /** Whole answers with status 200. */
  readonly answered: number;
  /** Everything else: another status, a connection that ended early. */
  readonly failed: number;
  /** Whole answers within the load's own time, by second. */
  readonly perSecond: number;
  /** Milliseconds from when each answered request was due, in the order of the answers. */
  readonly latenciesMs: readonly number[];
};

/** Counts answers while a load runs. */
export class Tally {
  readonly #startedAt = performance.now();
  readonly #latenciesMs: number[] = [];
  #failed = 0;
  #inTime = 0;

  /** `dueAt` as `performance.now()`. */
  count(answer: Answer | undefined, dueAt: number, inTime: boolean): void {
    if (answer?.status !== 200) {
      this.#failed += 1;
      return;
    }
    this.#latenciesMs.push(performance.now() - dueAt);
    if (inTime) this.#inTime += 1;
  }

  get elapsedMs(): number {
    return performance.now() - this.#startedAt;
  }

  /** `ms`: how long the load lasted, without its last requests coming in. */
  result(ms: number): LoadResult {
    return {
      answered: this.#latenciesMs.length,
      failed: this.#failed,
      perSecond: (this.#inTime * 1000) / ms,
      latenciesMs: this.#latenciesMs,
    };
  }
}
