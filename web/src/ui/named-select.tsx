import { Select } from '@mantine/core';

type NamedSelectProps = {
  readonly label: string;
  readonly named: readonly { readonly id: string; readonly name: string }[];
  /** The id that is chosen; it is offered also where it is none of those named. */
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
};

/** Narrows a list to one of many things that have names: any of them, or the one that is chosen. */
export function NamedSelect({ label, named, value, onChange }: NamedSelectProps) {
  const known = named.map(({ id, name }) => ({ value: id, label: name }));
  const missing = value !== undefined && !named.some(({ id }) => id === value);
  return (
    <Select
      label={label}
      placeholder="Any"
      searchable
      clearable
      data={missing ? [{ value, label: value }, ...known] : known}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
    />
  );
}
