import { Select } from '@mantine/core';
import { useState } from 'react';
import { type Named, namedOptions } from './named-options.ts';

// Pixels: names are longer than the field is wide.
const LIST_WIDTH = 300;

type NamedSelectProps = {
  readonly label: string;
  readonly named: readonly Named[];
  /** Said where those named are not all. */
  readonly about?: string | undefined;
  /** What an id looks like; given, one that is typed can be chosen as well. */
  readonly idForm?: RegExp;
  /** The id that is chosen; it is offered also where it is none of those named. */
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
};

/** Narrows a list to one of many things that have names: any of them, or the one that is chosen. */
export function NamedSelect({ label, named, about, idForm, value, onChange }: NamedSelectProps) {
  const [typed, setTyped] = useState('');
  return (
    <Select
      label={label}
      description={about}
      placeholder="Any"
      searchable
      clearable
      comboboxProps={{ width: LIST_WIDTH, position: 'bottom-start' }}
      nothingFoundMessage={about ?? 'None is called that'}
      data={namedOptions(named, value, typed, idForm)}
      searchValue={typed}
      onSearchChange={setTyped}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
    />
  );
}
