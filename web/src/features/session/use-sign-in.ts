import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { answerOf } from '../../api/answer-of.ts';
import { api } from '../../api/client.ts';
import { rememberCsrfToken } from '../../api/csrf-token.ts';
import { sessionQuery } from './session-query.ts';

/** Exchanges the operator key for a session, then goes to `next`, an address of this dashboard. */
export function useSignIn(next: string) {
  const queries = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: (operatorKey: string) => answerOf(api.POST('/api/v1/session', { body: { operator_key: operatorKey } })),
    // The key is not kept beyond the call.
    gcTime: 0,
    onSuccess: async (session) => {
      rememberCsrfToken(session.csrf_token);
      queries.setQueryData(sessionQuery.queryKey, session);
      await router.navigate({ to: next, replace: true });
    },
  });
}

export function useSignOut() {
  const queries = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: () => answerOf(api.DELETE('/api/v1/session')),
    onSuccess: async () => {
      rememberCsrfToken(undefined);
      await router.navigate({ to: '/login', replace: true });
      queries.clear();
    },
  });
}
