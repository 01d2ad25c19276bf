import { queryOptions, useQuery } from '@tanstack/react-query';
import { answerOf } from '../../api/answer-of.ts';
import { api } from '../../api/client.ts';
import { LongName } from '../../ui/long-name.tsx';

const NAMES_MS = 5 * 60_000;

const keyNameQuery = (id: string) =>
  queryOptions({
    queryKey: ['key-name', id],
    queryFn: async () => (await answerOf(api.GET('/api/v1/keys/{id}', { params: { path: { id } } }))).name,
    staleTime: NAMES_MS,
    retry: false,
  });

/** A key by its name; one that was deleted since, by its id. */
export function KeyLabel({ id }: { readonly id: string }) {
  const { data: name } = useQuery(keyNameQuery(id));
  return <LongName title={id}>{name ?? id}</LongName>;
}
