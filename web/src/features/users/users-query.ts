import { infiniteQueryOptions } from '@tanstack/react-query';
import { answerOf } from '../../api/answer-of.ts';
import { api } from '../../api/client.ts';
import { LIVE_MS, liveEvery } from '../../api/live.ts';
import { onlySet } from '../../api/only-set.ts';

const PAGE = 100;

/** Users page by page: there may be very many. */
export const usersQuery = infiniteQueryOptions({
  queryKey: ['users'],
  queryFn: ({ pageParam: cursor }) =>
    answerOf(api.GET('/api/v1/users', { params: { query: onlySet({ limit: PAGE, cursor }) } })),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  // Every page that was opened is read again; who opened many sees them change less often.
  refetchInterval: ({ state }) => liveEvery(LIVE_MS) * (state.data?.pages.length ?? 1),
});
