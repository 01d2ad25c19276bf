import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answerOf } from '../../api/answer-of.ts';
import { api } from '../../api/client.ts';
import { filledPage } from '../../api/filled-page.ts';
import { onlySet } from '../../api/only-set.ts';
import { userFilter } from './user-filter.ts';

const MOST = 200;
const ENOUGH = 20;
const NAMES_MS = 60_000;

/** Users to choose from, all or those that `find` is the id or a part of the name of: the oldest where there are very many. */
export const someUsersQuery = (find = '') =>
  queryOptions({
    queryKey: ['some-users', find],
    queryFn: async ({ signal }) => {
      const read = (cursor: string | undefined) =>
        answerOf(
          api.GET('/api/v1/users', {
            params: { query: onlySet({ ...userFilter(find), limit: MOST, cursor }) },
            signal,
          }),
        );
      const { data, next_cursor } = await filledPage(read, undefined, ENOUGH);
      return { users: data, areMore: next_cursor !== null };
    },
    staleTime: NAMES_MS,
    placeholderData: keepPreviousData,
  });
