import { infiniteQueryOptions } from '@tanstack/react-query';
import { answerOf } from '../../api/answer-of.ts';
import { api } from '../../api/client.ts';
import { LIVE_MS, liveEvery } from '../../api/live.ts';
import { onlySet } from '../../api/only-set.ts';

const PAGE = 50;

/** Stored sessions of a user or of all, the one with the last answer first; live while no further page is looked at. */
export const sessionsQuery = (user: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['sessions', user],
    queryFn: ({ pageParam: cursor }) =>
      answerOf(api.GET('/api/v1/sessions', { params: { query: onlySet({ user, limit: PAGE, cursor }) } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    refetchInterval: ({ state }) =>
      state.data !== undefined && state.data.pages.length > 1 ? false : liveEvery(LIVE_MS),
  });
