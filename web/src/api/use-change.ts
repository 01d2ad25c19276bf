import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';

/** A change after which the list it belongs to is read again. */
export function useChange<Input, Answer>(list: QueryKey, call: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: call,
    // An answer may hold a new gateway key: it is forgotten with the dialog that showed it.
    gcTime: 0,
    onSuccess: () => queries.invalidateQueries({ queryKey: list }),
  });
}
