import { infiniteQueryOptions } from '@tanstack/react-query';
import { answerOf } from '../../api/answer-of.ts';
import { api } from '../../api/client.ts';
import { LIVE_MS, liveEvery } from '../../api/live.ts';
import { onlySet } from '../../api/only-set.ts';

const PAGE = 50;

/** Alerts, newest first; live while nothing older than the first page is looked at. */
export const alertsQuery = infiniteQueryOptions({
  queryKey: ['alerts'],
  queryFn: ({ pageParam: cursor }) =>
    answerOf(api.GET('/api/v1/alerts', { params: { query: onlySet({ limit: PAGE, cursor }) } })),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  refetchInterval: ({ state }) =>
    state.data !== undefined && state.data.pages.length > 1 ? false : liveEvery(LIVE_MS),
});
