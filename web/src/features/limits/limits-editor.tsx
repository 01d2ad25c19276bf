import { Button, Fieldset, Stack, Text } from '@mantine/core';
import { useId, useRef } from 'react';
import { PlusIcon } from '../../ui/icons.tsx';
import { type LimitDraft, newLimit } from './limit-draft.ts';
import { LimitLine } from './limit-line.tsx';

type LimitsEditorProps = {
  readonly value: readonly LimitDraft[];
  readonly onChange: (value: readonly LimitDraft[]) => void;
  /** What an empty list means. */
  readonly none: string;
  /** What the gateway found wrong, by path in the body: `limits[0].amount`. */
  readonly faults: ReadonlyMap<string, string>;
};

/** The limits of a key or a user, one line each. */
export function LimitsEditor({ value, onChange, none, faults }: LimitsEditorProps) {
  const prefix = useId();
  const added = useRef(0);
  const add = () => {
    added.current += 1;
    onChange([...value, newLimit(`${prefix}${added.current}`)]);
  };
  return (
    <Fieldset legend="Limits" radius="md">
      <Stack gap="md">
        {value.length === 0 ? (
          <Text size="sm" c="dimmed">
            {none}
          </Text>
        ) : null}
        {value.map((limit, index) => (
          <LimitLine
            key={limit.id}
            value={limit}
            number={index + 1}
            faultOf={(member) => faults.get(`limits[${index}]${member}`)}
            onChange={(changed) => onChange(value.map((other) => (other.id === limit.id ? changed : other)))}
            onRemove={() => onChange(value.filter(({ id }) => id !== limit.id))}
          />
        ))}
        <Button variant="default" size="xs" leftSection={<PlusIcon size={14} />} onClick={add} w="fit-content">
          Add a limit
        </Button>
      </Stack>
    </Fieldset>
  );
}
