import { queryOptions } from '@tanstack/react-query';
import { answerOf } from '../../api/answer-of.ts';
import { api } from '../../api/client.ts';

const NAMES_MS = 5 * 60_000;

/** What a user is called; refused for one that was deleted. */
export const userNameQuery = (id: string) =>
  queryOptions({
    queryKey: ['user-name', id],
    queryFn: async () => (await answerOf(api.GET('/api/v1/users/{id}', { params: { path: { id } } }))).name,
    staleTime: NAMES_MS,
    retry: false,
  });
