/** What the requests page is narrowed to, as its address has it; ids, names and words of the operator API. */
export type RequestSearch = {
  readonly user?: string;
  readonly key?: string;
  readonly provider?: string;
  readonly model?: string;
  readonly session?: string;
  readonly outcome?: Outcome;
  /** The request whose chain is shown. */
  readonly open?: string;
};

export const outcomes = ['success', 'failed', 'cancelled', 'rejected', 'abandoned'] as const;
export type Outcome = (typeof outcomes)[number];

const texts = ['user', 'key', 'provider', 'model', 'session', 'open'] as const;

/** Reads the address; what it does not know is left out. */
export function requestSearch(search: Record<string, unknown>): RequestSearch {
  const known = texts.flatMap((name) => {
    const value = search[name];
    // The router reads a text of digits as a number.
    return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)] as const] : [];
  });
  const outcome = outcomes.find((word) => word === search.outcome);
  return { ...Object.fromEntries(known), ...(outcome === undefined ? {} : { outcome }) };
}
