import { Button, NativeSelect } from '@mantine/core';
import { useCallback } from 'react';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { SettledInput } from '../../ui/settled-input.tsx';
import { SpanFields } from '../days/span-fields.tsx';
import { KeySelect } from '../keys/key-select.tsx';
import { ProviderSelect } from '../keys/provider-select.tsx';
import { UserSelect } from '../users/user-select.tsx';
import { outcomes, type RequestSearch, unsaidSpan } from './request-search.ts';

type RequestFiltersProps = {
  readonly value: RequestSearch;
  /** Whether anything is left out of the log. */
  readonly narrowed: boolean;
  /** What changes of it; the rest stays. */
  readonly onChange: (change: RequestSearch) => void;
};

const any = { value: '', label: 'Any' };

/** What the request log is narrowed to. */
export function RequestFilters({ value, narrowed, onChange }: RequestFiltersProps) {
  const changeId = useCallback((id: string | undefined) => onChange({ id }), [onChange]);
  const changeModel = useCallback((model: string | undefined) => onChange({ model }), [onChange]);
  const changeSession = useCallback((session: string | undefined) => onChange({ session }), [onChange]);
  return (
    <FilterBar>
      <SpanFields value={value} unsaid={unsaidSpan} onChange={onChange} />
      <UserSelect value={value.user} onChange={(user) => onChange({ user })} />
      <KeySelect value={value.key} onChange={(key) => onChange({ key })} />
      <ProviderSelect value={value.provider} onChange={(provider) => onChange({ provider })} />
      <SettledInput label="Model" placeholder="Any" value={value.model} onSettled={changeModel} />
      <NativeSelect
        label="Outcome"
        data={[any, ...outcomes]}
        value={value.outcome ?? ''}
        onChange={({ currentTarget }) => onChange({ outcome: outcomes.find((word) => word === currentTarget.value) })}
      />
      <SettledInput label="Session" placeholder="Any" value={value.session} onSettled={changeSession} />
      <SettledInput label="Request" placeholder="req_…" value={value.id} onSettled={changeId} />
      {!narrowed && value.id === undefined ? null : (
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
              span: undefined,
              from: undefined,
              to: undefined,
              id: undefined,
            })
          }
        >
          Clear filters
        </Button>
      )}
    </FilterBar>
  );
}
