import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { NamedSelect } from '../../ui/named-select.tsx';
import { someUsersQuery } from './some-users-query.ts';
import { userIdForm } from './user-filter.ts';
import { userNameQuery } from './user-name-query.ts';

type UserSelectProps = {
  readonly value: string | undefined;
  readonly onChange: (user: string | undefined) => void;
};

const TYPING_MS = 300;

/** Narrows a list to one user, found by a part of the name, or by an id, also of one that was deleted since. */
export function UserSelect({ value, onChange }: UserSelectProps) {
  const [typed, setTyped] = useState('');
  const [find] = useDebouncedValue(typed, TYPING_MS);
  const { data, isFetching } = useQuery(someUsersQuery(find));
  const { data: chosen } = useQuery({ ...userNameQuery(value ?? ''), enabled: value !== undefined });
  const { users = [], areMore = false } = data ?? {};
  const isListed = users.some(({ id }) => id === value);
  return (
    <NamedSelect
      label="User"
      named={value === undefined || chosen === undefined || isListed ? users : [{ id: value, name: chosen }, ...users]}
      looking={isFetching || find !== typed}
      more={areMore ? `The oldest ${users.length}: type to find others` : undefined}
      idForm={userIdForm}
      onTyped={setTyped}
      value={value}
      onChange={onChange}
    />
  );
}
