import { useMutation, useQueryClient } from '@tanstack/react-query';
import { usersQuery } from './users-query.ts';

/** A change of users after which the list is read again. */
export function useUserChange<Input, Answer>(call: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({ mutationFn: call, onSuccess: () => queries.invalidateQueries(usersQuery) });
}
