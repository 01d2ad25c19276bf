import { useQuery } from '@tanstack/react-query';
import { NamedSelect } from '../../ui/named-select.tsx';
import { someUsersQuery } from './some-users-query.ts';

type UserSelectProps = {
  readonly value: string | undefined;
  readonly onChange: (user: string | undefined) => void;
};

/** Narrows a list to one user. */
export function UserSelect({ value, onChange }: UserSelectProps) {
  const { data: users = [] } = useQuery(someUsersQuery);
  return <NamedSelect label="User" named={users} value={value} onChange={onChange} />;
}
