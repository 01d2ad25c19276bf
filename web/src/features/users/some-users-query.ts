import { queryOptions } from '@tanstack/react-query';
import { answerOf } from '../../api/answer-of.ts';
import { api } from '../../api/client.ts';

const MOST = 200;
const NAMES_MS = 60_000;

/** Users to choose from: the first ones where there are very many. */
export const someUsersQuery = queryOptions({
  queryKey: ['some-users'],
  queryFn: async () => (await answerOf(api.GET('/api/v1/users', { params: { query: { limit: MOST } } }))).data,
  staleTime: NAMES_MS,
});
