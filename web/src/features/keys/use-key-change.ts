import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../api/answer-of.ts';
import { api } from '../../api/client.ts';
import type { Key } from '../../api/schema.gen.ts';
import { keysQuery } from './keys-query.ts';

/** Changes one key by a call that answers with it, and shows the answer at once. */
export function useKeyChange<Input>(call: (input: Input) => Promise<Key>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: call,
    // What was entered may hold a secret: it is forgotten with the dialog.
    gcTime: 0,
    onSuccess: async (changed) => {
      // A reading that is under way would bring the old state back.
      await queries.cancelQueries(keysQuery);
      queries.setQueryData(keysQuery.queryKey, (keys = []) => {
        const known = keys.some(({ id }) => id === changed.id);
        return known ? keys.map((key) => (key.id === changed.id ? changed : key)) : [...keys, changed];
      });
      await queries.invalidateQueries(keysQuery);
    },
  });
}

const at = (key: Key) => ({ params: { path: { id: key.id } } });

export const resumeKey = (key: Key): Promise<Key> => answerOf(api.POST('/api/v1/keys/{id}/resume', at(key)));

export const suspendKey = ({ key, reason }: { readonly key: Key; readonly reason: string }): Promise<Key> =>
  answerOf(
    api.POST('/api/v1/keys/{id}/suspend', { ...at(key), body: reason.trim() === '' ? {} : { reason: reason.trim() } }),
  );

export const enableKey = ({ key, enabled }: { readonly key: Key; readonly enabled: boolean }): Promise<Key> =>
  answerOf(api.PATCH('/api/v1/keys/{id}', { ...at(key), body: { enabled } }));

/** Deletes a key and takes it out of the list. */
export function useKeyDeletion() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (key: Key) => answerOf(api.DELETE('/api/v1/keys/{id}', at(key))),
    onSuccess: async (_, deleted) => {
      await queries.cancelQueries(keysQuery);
      queries.setQueryData(keysQuery.queryKey, (keys = []) => keys.filter(({ id }) => id !== deleted.id));
      await queries.invalidateQueries(keysQuery);
    },
  });
}

/** Asks the provider whether it takes the key; changes nothing. */
export const useKeyTest = () =>
  useMutation({ mutationFn: (key: Key) => answerOf(api.POST('/api/v1/keys/{id}/test', at(key))) });
