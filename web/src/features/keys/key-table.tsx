import { Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Key } from '../../api/schema.gen.ts';
import { counted } from '../../ui/amount.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { keyColumns } from './key-columns.tsx';
import { type KeyFilter, matchesFilter } from './key-filter.ts';
import type { KeyActions } from './key-menu.tsx';
import { keyStates } from './key-words.ts';

type KeyTableProps = { readonly keys: readonly Key[]; readonly actions: KeyActions };

const PER_STEP = 100;
const byName = [{ id: 'name', desc: false }];
const keyId = ({ id }: Key): string => id;

/** All keys, to be narrowed and sorted. */
export function KeyTable({ keys, actions }: KeyTableProps) {
  const [filter, setFilter] = useState<KeyFilter>({ text: '', state: 'any' });
  const columns = useMemo(() => keyColumns(actions), [actions]);
  const shown = useMemo(() => keys.filter((key) => matchesFilter(key, filter)), [keys, filter]);
  return (
    <>
      <Group gap="sm" align="center">
        <TextInput
          aria-label="Find keys"
          type="search"
          placeholder="Name, provider, model…"
          value={filter.text}
          onChange={({ currentTarget }) => setFilter({ ...filter, text: currentTarget.value })}
        />
        <NativeSelect
          aria-label="State"
          value={filter.state}
          data={[{ value: 'any', label: 'Any state' }, ...keyStates]}
          onChange={({ currentTarget }) =>
            setFilter({ ...filter, state: keyStates.find((state) => state === currentTarget.value) ?? 'any' })
          }
        />
        <Text role="status" size="sm" c="dimmed">
          {shown.length === keys.length
            ? counted(keys.length, 'key')
            : `${counted(shown.length, 'key')} of ${keys.length}`}
        </Text>
      </Group>
      <DataTable
        label="Provider keys"
        columns={columns}
        rows={shown}
        rowId={keyId}
        sorting={byName}
        perStep={PER_STEP}
      />
    </>
  );
}
