import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answerOf } from '../../api/answer-of.ts';
import { api } from '../../api/client.ts';
import { LIVE_MS, liveEvery } from '../../api/live.ts';
import { onlySet } from '../../api/only-set.ts';
import type { RequestFilter } from './request-search.ts';

const PAGE = 50;

/** The request log, newest first; live while nothing older than its first page is looked at. */
export const requestsQuery = (filter: RequestFilter) =>
  infiniteQueryOptions({
    queryKey: ['requests', filter],
    queryFn: ({ pageParam: cursor }) =>
      answerOf(
        api.GET('/api/v1/requests', {
          params: { query: onlySet({ ...filter, limit: PAGE, cursor }) },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    refetchInterval: ({ state }) =>
      state.data !== undefined && state.data.pages.length > 1 ? false : liveEvery(LIVE_MS),
  });

/**
 * One entry with why each key was chosen or passed over; live, for it may still be replaced by a late truer one. That alone is told by
 * nobody.
 */
export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: ['request', id],
    queryFn: () => answerOf(api.GET('/api/v1/requests/{id}', { params: { path: { id } } })),
    refetchInterval: () => liveEvery(LIVE_MS),
  });
