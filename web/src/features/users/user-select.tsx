import { useQuery } from '@tanstack/react-query';
import { NamedSelect } from '../../ui/named-select.tsx';
import { someUsersQuery } from './some-users-query.ts';

type UserSelectProps = {
  readonly value: string | undefined;
  readonly onChange: (user: string | undefined) => void;
};

const userId = /^usr_[0-9A-Z]{26}$/;

/** Narrows a list to one user, chosen by name, or by an id where the user is not among those read, or deleted since. */
export function UserSelect({ value, onChange }: UserSelectProps) {
  const { data } = useQuery(someUsersQuery);
  const { users = [], areMore = false } = data ?? {};
  return (
    <NamedSelect
      label="User"
      named={users}
      about={areMore ? `The oldest ${users.length}; others by their id` : undefined}
      idForm={userId}
      value={value}
      onChange={onChange}
    />
  );
}
