import type { RequestFilter } from '@palimpsest/contracts';
import type { IndexRow } from '@palimpsest/state';

/** Whether a request is asked for. A key or provider is found wherever it was tried: its failures are what an operator looks for. */
export const matches = (row: IndexRow, filter: RequestFilter): boolean =>
  (filter.userId === undefined || row.user === filter.userId) &&
  (filter.model === undefined || row.model === filter.model) &&
  (filter.session === undefined || row.session === filter.session) &&
  (filter.outcome === undefined || row.outcome === filter.outcome) &&
  (filter.keyId === undefined || row.keys.includes(filter.keyId)) &&
  (filter.provider === undefined || row.providers.includes(filter.provider));
