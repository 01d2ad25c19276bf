import { queryOptions } from '@tanstack/react-query';
import { answerOf } from '../../api/answer-of.ts';
import { api } from '../../api/client.ts';

const MOST = 200;
const NAMES_MS = 60_000;

/** Users to choose from: the oldest where there are very many, and whether there are more. */
export const someUsersQuery = queryOptions({
  queryKey: ['some-users'],
  queryFn: async () => {
    const page = await answerOf(api.GET('/api/v1/users', { params: { query: { limit: MOST } } }));
    return { users: page.data, areMore: page.next_cursor !== null };
  },
  staleTime: NAMES_MS,
});
