import { infiniteQueryOptions } from '@tanstack/react-query';
import { answerOf } from '../../api/answer-of.ts';
import { api } from '../../api/client.ts';
import { filledPage } from '../../api/filled-page.ts';
import { LIVE_MS, liveEvery } from '../../api/live.ts';
import { onlySet } from '../../api/only-set.ts';
import type { AuditFilter } from './audit-search.ts';

const PAGE = 50;
const ENOUGH = 25;

/** Operator actions, newest first; live while nothing older than the first page is looked at. */
export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) =>
      filledPage(
        (cursor) =>
          answerOf(
            api.GET('/api/v1/audit', { params: { query: onlySet({ ...filter, limit: PAGE, cursor }) }, signal }),
          ),
        pageParam,
        ENOUGH,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    refetchInterval: ({ state }) =>
      state.data !== undefined && state.data.pages.length > 1 ? false : liveEvery(LIVE_MS),
  });
