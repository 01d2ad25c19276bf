import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { keysQuery } from '../keys/keys-query.ts';
import { someUsersQuery } from '../users/some-users-query.ts';

/** Names by id of every key, and of users as far as they are read in one go. */
export type Names = ReadonlyMap<string, string>;

/** What keys and users are called, to sort by. */
export function useNames(): Names {
  const users = useQuery(someUsersQuery()).data?.users;
  const { data: keys } = useQuery({ ...keysQuery, refetchInterval: false });
  return useMemo(
    () => new Map([...(users ?? []), ...(keys ?? [])].map(({ id, name }) => [id, name] as const)),
    [users, keys],
  );
}
