import type { Outcome } from '@palimpsest/domain';

/** What the request log may be searched by, without reading its entries. */
export type IndexRow = {
  readonly request: string;
  readonly user: string;
  readonly model: string;
  readonly outcome: Outcome;
  readonly session: string | undefined;
  /** Every key that was tried, each once. */
  readonly keys: readonly string[];
  readonly providers: readonly string[];
};

/** Where a row stands in the log: newest first, and of one millisecond the highest request id first. */
export type LogPlace = { readonly atMs: number; readonly request: string };

type RowTuple = [string, string, string, Outcome, string, readonly string[], readonly string[]];

/** The request comes first, so that rows of one millisecond sort by it. */
export function encodeRow(row: IndexRow): string {
  const { request, user, model, outcome, session = '', keys, providers } = row;
  return JSON.stringify([request, user, model, outcome, session, keys, providers] satisfies RowTuple);
}

export function decodeRow(text: string): IndexRow {
  const [request, user, model, outcome, session, keys, providers] = JSON.parse(text) as RowTuple;
  return { request, user, model, outcome, session: session === '' ? undefined : session, keys, providers };
}
