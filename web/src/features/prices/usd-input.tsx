import { TextInput } from '@mantine/core';

type UsdInputProps = {
  readonly label: string;
  readonly required?: boolean;
  readonly value: string;
  readonly fault: string | undefined;
  readonly onChange: (value: string) => void;
};

/** USD as a decimal text: what is typed is what is sent. */
export function UsdInput({ label, required = false, value, fault, onChange }: UsdInputProps) {
  return (
    <TextInput
      label={label}
      leftSection="$"
      inputMode="decimal"
      pattern="[0-9]+(\.[0-9]{1,9})?"
      required={required}
      value={value}
      error={fault}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
