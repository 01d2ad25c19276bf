import { Select } from '@mantine/core';
import { useState } from 'react';
import { type Named, namedOptions } from './named-options.ts';

// Pixels: names are longer than the field is wide.
const LIST_WIDTH = 300;

type NamedSelectProps = {
  readonly label: string;
  readonly named: readonly Named[];
  /** Said where those named are not all. */
  readonly more?: string | undefined;
  /** What was typed is still being looked for. */
  readonly looking?: boolean;
  /** What an id looks like; given, one that is typed can be chosen as well. */
  readonly idForm?: RegExp;
  /** Called with what was typed to find one; empty where nothing was, or where it names the one that is chosen. */
  readonly onTyped?: (text: string) => void;
  /** The id that is chosen; it is offered also where it is none of those named. */
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
};

/** Narrows a list to one of many things that have names: any of them, or the one that is chosen. */
export function NamedSelect({ label, named, more, looking, idForm, onTyped, value, onChange }: NamedSelectProps) {
  const [typed, setTyped] = useState('');
  const options = namedOptions(named, value, typed, idForm);
  const chosen = options.find((option) => option.value === value)?.label;
  return (
    <Select
      label={label}
      description={more}
      placeholder="Any"
      searchable
      clearable
      comboboxProps={{ width: LIST_WIDTH, position: 'bottom-start' }}
      nothingFoundMessage={looking === true ? 'Looking…' : 'None is called that'}
      data={options}
      searchValue={typed}
      onSearchChange={(text) => {
        setTyped(text);
        onTyped?.(text === chosen ? '' : text.trim());
      }}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
    />
  );
}
