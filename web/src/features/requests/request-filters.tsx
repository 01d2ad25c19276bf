import { Button, Group, NativeSelect, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { providerNames, providers } from '../keys/key-words.ts';
import { keysQuery } from '../keys/keys-query.ts';
import { someUsersQuery } from '../users/some-users-query.ts';
import { isNarrowed, outcomes, type RequestFilter } from './request-search.ts';

type RequestFiltersProps = {
  readonly value: RequestFilter;
  /** What changes of the filter; the rest stays. */
  readonly onChange: (change: RequestFilter) => void;
};

const TYPING_MS = 400;
const any = { value: '', label: 'Any' };

/** What the request log is narrowed to. */
export function RequestFilters({ value, onChange }: RequestFiltersProps) {
  const users = useQuery(someUsersQuery).data ?? [];
  const keys = useQuery({ ...keysQuery, refetchInterval: false }).data ?? [];
  return (
    <Group gap="sm" align="flex-end">
      <Select
        label="User"
        placeholder="Any"
        searchable
        clearable
        w={190}
        data={choices(users, value.user)}
        value={value.user ?? null}
        onChange={(user) => onChange({ user: user ?? undefined })}
      />
      <Select
        label="Key"
        placeholder="Any"
        searchable
        clearable
        w={190}
        data={choices(keys, value.key)}
        value={value.key ?? null}
        onChange={(key) => onChange({ key: key ?? undefined })}
      />
      <NativeSelect
        label="Provider"
        w={150}
        data={[any, ...providers.map((provider) => ({ value: provider, label: providerNames[provider] }))]}
        value={value.provider ?? ''}
        onChange={({ currentTarget }) => onChange({ provider: orNone(currentTarget.value) })}
      />
      <ModelInput value={value.model ?? ''} onChange={(model) => onChange({ model: orNone(model) })} />
      <NativeSelect
        label="Outcome"
        w={130}
        data={[any, ...outcomes]}
        value={value.outcome ?? ''}
        onChange={({ currentTarget }) => onChange({ outcome: outcomes.find((word) => word === currentTarget.value) })}
      />
      {!isNarrowed(value) ? null : (
        <Button
          variant="subtle"
          onClick={() =>
            onChange({
              user: undefined,
              key: undefined,
              provider: undefined,
              model: undefined,
              session: undefined,
              outcome: undefined,
            })
          }
        >
          Clear filters
        </Button>
      )}
    </Group>
  );
}

const orNone = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim());

/** Names to choose from, with the id that is chosen already also where it is none of them. */
function choices(named: readonly { readonly id: string; readonly name: string }[], chosen: string | undefined) {
  const known = named.map(({ id, name }) => ({ value: id, label: name }));
  const missing = chosen !== undefined && !named.some(({ id }) => id === chosen);
  return missing ? [{ value: chosen, label: chosen }, ...known] : known;
}

type ModelInputProps = { readonly value: string; readonly onChange: (model: string) => void };

/** Takes a model's name and tells it once the typing has paused. */
function ModelInput({ value, onChange }: ModelInputProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onChange(typed), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  return (
    <TextInput
      label="Model"
      placeholder="Any"
      w={170}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
    />
  );
}
