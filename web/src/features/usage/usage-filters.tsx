import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useCallback } from 'react';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { SettledInput } from '../../ui/settled-input.tsx';
import { KeySelect } from '../keys/key-select.tsx';
import { ProviderSelect } from '../keys/provider-select.tsx';
import { UserSelect } from '../users/user-select.tsx';
import { calendarDay } from './calendar-day.ts';
import { isNarrowed, spans, type UsageSearch } from './usage-search.ts';
import { spanNames } from './usage-words.ts';

type UsageFiltersProps = {
  readonly value: UsageSearch;
  /** What changes of the address; the rest stays. */
  readonly onChange: (change: UsageSearch) => void;
};

/** Which days, and whose usage of what. */
export function UsageFilters({ value, onChange }: UsageFiltersProps) {
  const changeModel = useCallback((model: string | undefined) => onChange({ model }), [onChange]);
  return (
    <FilterBar>
      <NativeSelect
        label="Days (UTC)"
        data={spans.map((span) => ({ value: span, label: spanNames[span] }))}
        value={value.span ?? '30d'}
        onChange={({ currentTarget }) => onChange({ span: spans.find((word) => word === currentTarget.value) })}
      />
      {value.span === 'days' ? (
        <>
          <TextInput
            type="date"
            label="First day"
            value={value.from ?? ''}
            onChange={({ currentTarget }) => onChange({ from: calendarDay(currentTarget.value) })}
          />
          <TextInput
            type="date"
            label="Last day"
            value={value.to ?? ''}
            onChange={({ currentTarget }) => onChange({ to: calendarDay(currentTarget.value) })}
          />
        </>
      ) : null}
      <UserSelect value={value.user} onChange={(user) => onChange({ user })} />
      <KeySelect value={value.key} onChange={(key) => onChange({ key })} />
      <ProviderSelect value={value.provider} onChange={(provider) => onChange({ provider })} />
      <SettledInput label="Model" placeholder="Any" value={value.model} onSettled={changeModel} />
      {isNarrowed(value) ? (
        <Button
          variant="subtle"
          onClick={() => onChange({ user: undefined, key: undefined, provider: undefined, model: undefined })}
        >
          Clear filters
        </Button>
      ) : null}
    </FilterBar>
  );
}
