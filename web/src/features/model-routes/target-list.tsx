import { ActionIcon, Button, Fieldset, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useId, useRef } from 'react';
import { ChevronIcon, CloseIcon, PlusIcon } from '../../ui/icons.tsx';
import { providerNames, providers } from '../keys/key-words.ts';
import { newTarget, oneEarlier, type TargetDraft } from './route-draft.ts';

type TargetListProps = {
  readonly value: readonly TargetDraft[];
  readonly onChange: (value: readonly TargetDraft[]) => void;
  /** What the gateway found wrong, by path in the body: `targets[0].model`. */
  readonly faults: ReadonlyMap<string, string>;
};

/** The targets of a route in the order of preference. */
export function TargetList({ value, onChange, faults }: TargetListProps) {
  const prefix = useId();
  const added = useRef(0);
  const add = () => {
    added.current += 1;
    onChange([...value, newTarget(`${prefix}${added.current}`)]);
  };
  const change = (id: string, members: Partial<TargetDraft>) =>
    onChange(value.map((target) => (target.id === id ? { ...target, ...members } : target)));
  return (
    <Fieldset legend="Targets">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          All keys of the first are tried before any of the second.
        </Text>
        {value.map((target, index) => (
          <Group key={target.id} gap="xs" align="flex-start">
            <NativeSelect
              aria-label={`Provider of target ${index + 1}`}
              w={170}
              data={providers.map((provider) => ({ value: provider, label: providerNames[provider] }))}
              value={target.provider}
              onChange={({ currentTarget }) =>
                change(target.id, {
                  provider: providers.find((word) => word === currentTarget.value) ?? target.provider,
                })
              }
            />
            <TextInput
              aria-label={`Model of target ${index + 1}`}
              placeholder="gpt-4o"
              required
              style={{ flexGrow: 1 }}
              value={target.model}
              error={faults.get(`targets[${index}].model`)}
              onChange={({ currentTarget }) => change(target.id, { model: currentTarget.value })}
            />
            <Group gap={2} pt={4}>
              <ActionIcon
                variant="subtle"
                color="gray"
                disabled={index === 0}
                aria-label={`Move target ${index + 1} up`}
                onClick={() => onChange(oneEarlier(value, index))}
              >
                <span style={{ display: 'inline-flex', transform: 'rotate(-90deg)' }}>
                  <ChevronIcon size={16} />
                </span>
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                disabled={value.length === 1}
                aria-label={`Remove target ${index + 1}`}
                onClick={() => onChange(value.filter(({ id }) => id !== target.id))}
              >
                <CloseIcon size={16} />
              </ActionIcon>
            </Group>
          </Group>
        ))}
        <Button variant="default" size="xs" leftSection={<PlusIcon size={14} />} onClick={add} w="fit-content">
          Add a target
        </Button>
      </Stack>
    </Fieldset>
  );
}
