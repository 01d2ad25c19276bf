import type { Spent } from '@palimpsest/domain';

/** Running means of what a request uses: a key capped in tokens or money alone is compared by them. */
export type MeanUse = { perRequest(): { readonly tokens: number; readonly cost: number }; learn(spent: Spent): void };

/** Each request moves the mean by a fiftieth; the start is a guess that the first ones correct. */
export function createMeanUse(): MeanUse {
  let tokens = 1000;
  let cost = 1_000_000;
  return {
    perRequest: () => ({ tokens, cost }),
    learn(spent) {
      tokens += (spent.tokens - tokens) / 50;
      cost += (spent.cost - cost) / 50;
    },
  };
}
