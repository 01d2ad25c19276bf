import { infiniteQueryOptions } from '@tanstack/react-query';
import { answerOf } from '../../api/answer-of.ts';
import { api } from '../../api/client.ts';
import { filledPage } from '../../api/filled-page.ts';
import { LIVE_MS, liveEvery } from '../../api/live.ts';
import { onlySet } from '../../api/only-set.ts';
import { userFilter } from './user-filter.ts';

const PAGE = 100;
// Names are in no index: to find some, the gateway looks at every user.
const FINDING = 5;

/** Every list of users, to be read again after a change. */
export const usersKey = ['users'];

/** Users page by page, all or those that `find` is the id or a part of the name of: there may be very many. */
export const usersQuery = (find = '') =>
  infiniteQueryOptions({
    queryKey: [...usersKey, find],
    queryFn: ({ pageParam, signal }) =>
      filledPage(
        (cursor) =>
          answerOf(
            api.GET('/api/v1/users', {
              params: { query: onlySet({ ...userFilter(find), limit: PAGE, cursor }) },
              signal,
            }),
          ),
        pageParam,
        PAGE / 2,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    // Every page that was opened is read again; who opened many sees them change less often.
    refetchInterval: ({ state }) => liveEvery(LIVE_MS) * (state.data?.pages.length ?? 1) * (find === '' ? 1 : FINDING),
  });
