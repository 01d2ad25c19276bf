import { Button, NativeSelect } from '@mantine/core';
import { useCallback } from 'react';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { SettledInput } from '../../ui/settled-input.tsx';
import { SpanFields } from '../days/span-fields.tsx';
import { type AuditSearch, actors, unsaidSpan } from './audit-search.ts';

type AuditFiltersProps = {
  readonly value: AuditSearch;
  /** Whether anything is left out. */
  readonly narrowed: boolean;
  /** What changes of it; the rest stays. */
  readonly onChange: (change: AuditSearch) => void;
};

const any = { value: '', label: 'Any' };

/** What is acted on, by the first word of the actions. */
const kinds = [
  { value: 'key', label: 'Keys' },
  { value: 'user', label: 'Users' },
  { value: 'route', label: 'Routes' },
  { value: 'price', label: 'Prices' },
  { value: 'alert', label: 'Alerts' },
  { value: 'alert_rules', label: 'Alert rules' },
  { value: 'webhook', label: 'Webhooks' },
  { value: 'session', label: 'Sessions and sign-ins' },
  { value: 'master-key', label: 'Master key' },
] as const;

/** Which operator actions are shown. */
export function AuditFilters({ value, narrowed, onChange }: AuditFiltersProps) {
  const changeTarget = useCallback((target: string | undefined) => onChange({ target }), [onChange]);
  const { actor = '', action = '' } = value;
  const isOther = action !== '' && !kinds.some((kind) => kind.value === action);
  return (
    <FilterBar>
      <SpanFields value={value} unsaid={unsaidSpan} onChange={onChange} />
      <NativeSelect
        label="By"
        data={[any, ...actors]}
        value={actor}
        onChange={({ currentTarget }) => onChange({ actor: actors.find((word) => word === currentTarget.value) })}
      />
      <NativeSelect
        label="What was changed"
        data={[any, ...kinds, ...(isOther ? [{ value: action, label: action }] : [])]}
        value={action}
        onChange={({ currentTarget: { value: word } }) => onChange({ action: word === '' ? undefined : word })}
      />
      <SettledInput label="Target" placeholder="Whole id" value={value.target} onSettled={changeTarget} />
      {narrowed ? (
        <Button
          variant="subtle"
          onClick={() =>
            onChange({
              actor: undefined,
              action: undefined,
              target: undefined,
              span: undefined,
              from: undefined,
              to: undefined,
            })
          }
        >
          Clear filters
        </Button>
      ) : null}
    </FilterBar>
  );
}
