import { Button, Collapse, Fieldset, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { areDefault, type TimeoutDraft } from './timeout-draft.ts';
import { timeoutWords } from './timeout-words.ts';

type TimeoutFieldsProps = {
  readonly value: TimeoutDraft;
  readonly onChange: (value: TimeoutDraft) => void;
  /** What the gateway found wrong, by path in the body: `timeouts.stall_ms`. */
  readonly faults: ReadonlyMap<string, string>;
};

/** How long a key's calls are waited for; rarely wanted, so the fields are folded away where the gateway's own hold. */
export function TimeoutFields({ value, onChange, faults }: TimeoutFieldsProps) {
  const [opened, setOpened] = useState(() => !areDefault(value));
  const open = opened || [...faults.keys()].some((path) => path.startsWith('timeouts'));
  return (
    <Fieldset legend="Timeouts" radius="md">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          How long its calls are waited for, in milliseconds, before the next key is tried. Empty: the gateway's own,
          which are shown as long as {timeoutWords[0]?.variable} and its siblings do not set others.
        </Text>
        <Button variant="default" size="xs" w="fit-content" aria-expanded={open} onClick={() => setOpened(!open)}>
          {open ? 'Fewer fields' : 'Set timeouts'}
        </Button>
        <Collapse expanded={open}>
          <SimpleGrid cols={{ base: 1, xs: 3 }}>
            {timeoutWords.map(({ name, label, about, member, unsetMs }) => (
              <TextInput
                key={name}
                label={label}
                description={about}
                placeholder={String(unsetMs)}
                inputMode="numeric"
                pattern="[0-9]+"
                value={value[name]}
                error={faults.get(`timeouts.${member}`)}
                onChange={({ currentTarget }) => onChange({ ...value, [name]: currentTarget.value })}
              />
            ))}
          </SimpleGrid>
        </Collapse>
      </Stack>
    </Fieldset>
  );
}
