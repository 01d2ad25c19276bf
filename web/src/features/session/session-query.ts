import { queryOptions } from '@tanstack/react-query';
import { answerOf } from '../../api/answer-of.ts';
import { api } from '../../api/client.ts';
import { rememberCsrfToken } from '../../api/csrf-token.ts';

/** The operator's session; fails with status 401 where nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => {
    const session = await answerOf(api.GET('/api/v1/session'));
    rememberCsrfToken(session.csrf_token);
    return session;
  },
  staleTime: Number.POSITIVE_INFINITY,
});
