import { searchText } from '../../ui/search-text.ts';

export const outcomes = ['success', 'failed', 'cancelled', 'rejected', 'abandoned'] as const;
export type Outcome = (typeof outcomes)[number];

/** What the request log is narrowed to: ids, names and words of the operator API. */
export type RequestFilter = {
  readonly user?: string | undefined;
  readonly key?: string | undefined;
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly session?: string | undefined;
  readonly outcome?: Outcome | undefined;
};

/** The address of the requests page: its filter, the request whose chain is shown, and the one that alone is looked for. */
export type RequestSearch = RequestFilter & { readonly open?: string | undefined; readonly id?: string | undefined };

/** Reads the address. What is not understood is `undefined` and not left out, for the router would put it back otherwise. */
export const requestSearch = (search: Record<string, unknown>): RequestSearch => ({
  user: searchText(search.user),
  key: searchText(search.key),
  provider: searchText(search.provider),
  model: searchText(search.model),
  session: searchText(search.session),
  outcome: outcomes.find((word) => word === search.outcome),
  open: searchText(search.open),
  id: searchText(search.id),
});

/** The filter of an address, without what else the address may hold. */
export const filterOf = ({ user, key, provider, model, session, outcome }: RequestSearch): RequestFilter => ({
  user,
  key,
  provider,
  model,
  session,
  outcome,
});

/** Whether anything is left out of the log. */
export const isNarrowed = (filter: RequestFilter): boolean =>
  Object.values(filter).some((member) => member !== undefined);
