import { useQuery } from '@tanstack/react-query';
import { LongName } from '../../ui/long-name.tsx';
import { userNameQuery } from './user-name-query.ts';

/** A user by its name; one that was deleted since, by its id. */
export function UserLabel({ id }: { readonly id: string }) {
  const { data: name } = useQuery(userNameQuery(id));
  return <LongName title={id}>{name ?? id}</LongName>;
}
