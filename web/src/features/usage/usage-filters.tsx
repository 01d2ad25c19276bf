import { Button } from '@mantine/core';
import { useCallback } from 'react';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { SettledInput } from '../../ui/settled-input.tsx';
import { SpanFields } from '../days/span-fields.tsx';
import { KeySelect } from '../keys/key-select.tsx';
import { ProviderSelect } from '../keys/provider-select.tsx';
import { UserSelect } from '../users/user-select.tsx';
import { isNarrowed, type UsageSearch, unsaidSpan } from './usage-search.ts';

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
      <SpanFields value={value} unsaid={unsaidSpan} onChange={onChange} />
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
