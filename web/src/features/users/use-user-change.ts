import { useMutation, useQueryClient } from '@tanstack/react-query';
import { usersQuery } from './users-query.ts';

/** A change of users after which the list is read again. */
export function useUserChange<Input, Answer>(call: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: call,
    // An answer may hold a new gateway key: it is forgotten with the dialog that showed it.
    gcTime: 0,
    onSuccess: () => queries.invalidateQueries(usersQuery),
  });
}
