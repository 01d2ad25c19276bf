import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';

type SettledInputProps = {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string | undefined;
  /** Called with what was typed once the typing has paused; must stay the same function while nothing changes. */
  readonly onSettled: (value: string | undefined) => void;
};

const TYPING_MS = 400;

/** A text to narrow a list by, which is not asked for anew with every letter. */
export function SettledInput({ label, placeholder, value = '', onSettled }: SettledInputProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => onSettled(typed.trim() === '' ? undefined : typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, value, onSettled]);
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
    />
  );
}
