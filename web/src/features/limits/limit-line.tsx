import {
  ActionIcon,
  Box,
  Button,
  Collapse,
  Group,
  NativeSelect,
  Stack,
  Switch,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { CloseIcon } from '../../ui/icons.tsx';
import { type LimitDraft, metrics, periods } from './limit-draft.ts';

type LimitLineProps = {
  readonly value: LimitDraft;
  /** Tells the lines apart for screen readers, from 1. */
  readonly number: number;
  /** What the gateway found wrong with a member of this limit: `.amount`, or the whole: the empty text. */
  readonly faultOf: (member: string) => string | undefined;
  readonly onChange: (value: LimitDraft) => void;
  readonly onRemove: () => void;
};

const measures = { requests: 'requests', tokens: 'tokens', cost: 'USD', concurrent: 'at once' } as const;

/** One limit: how much of what in which period; what is rarely wanted is folded away. */
export function LimitLine({ value, number, faultOf, onChange, onRemove }: LimitLineProps) {
  const [more, { toggle }] = useDisclosure(false);
  const set = (change: Partial<LimitDraft>) => onChange({ ...value, ...change });
  const fault = faultOf('') ?? faultOf('.amount');
  const folded = faultOf('.time_zone') ?? faultOf('.models');
  const periodic = value.metric !== 'concurrent';
  const name = (part: string) => `${part} of limit ${number}`;
  return (
    <Box>
      <Group gap="xs" wrap="wrap">
        <TextInput
          aria-label={name('Amount')}
          placeholder={value.metric === 'cost' ? '5.00' : '200'}
          inputMode="decimal"
          pattern={value.metric === 'cost' ? '[0-9]+(\\.[0-9]{1,9})?' : '[0-9]+'}
          required
          w={104}
          value={value.amount}
          error={fault !== undefined}
          onChange={({ currentTarget }) => set({ amount: currentTarget.value })}
        />
        <NativeSelect
          aria-label={name('Measure')}
          w={120}
          data={metrics.map((metric) => ({ value: metric, label: measures[metric] }))}
          value={value.metric}
          onChange={({ currentTarget }) => set({ metric: oneOf(metrics, currentTarget.value) })}
        />
        {periodic ? (
          <NativeSelect
            aria-label={name('Period')}
            w={130}
            data={periods.map((period) => ({ value: period, label: `per ${period}` }))}
            value={value.period}
            onChange={({ currentTarget }) => set({ period: oneOf(periods, currentTarget.value) })}
          />
        ) : null}
        <Group gap={4} ml="auto">
          {periodic ? (
            <Button size="compact-sm" variant="subtle" onClick={toggle} aria-expanded={more}>
              {more ? 'Less' : 'More'}
            </Button>
          ) : null}
          <ActionIcon variant="subtle" color="gray" onClick={onRemove} aria-label={`Remove limit ${number}`}>
            <CloseIcon size={16} />
          </ActionIcon>
        </Group>
      </Group>
      {fault === undefined ? null : (
        <Text size="xs" c="var(--mantine-color-error)" mt={4} role="alert">
          {fault}
        </Text>
      )}
      <Collapse expanded={periodic && (more || folded !== undefined)}>
        <Stack gap="sm" pt="sm" pl="md" pb={4}>
          <TextInput
            label="Time zone"
            description="Where its calendar day or month begins, such as Europe/Berlin."
            value={value.timeZone}
            error={faultOf('.time_zone')}
            onChange={({ currentTarget }) => set({ timeZone: currentTarget.value })}
          />
          <TagsInput
            label="Only for these models"
            description="None: all models together."
            value={[...value.models]}
            error={faultOf('.models')}
            onChange={(models) => set({ models })}
          />
          <Switch
            label="Refuse what exceeds it"
            description="Off: only counted."
            checked={value.enforce}
            onChange={({ currentTarget }) => set({ enforce: currentTarget.checked })}
          />
        </Stack>
      </Collapse>
    </Box>
  );
}

/** What a select gives back is one of the words that it was given. */
function oneOf<const Word extends string>(words: readonly Word[], text: string): Word {
  const word = words.find((known) => known === text);
  if (word === undefined) throw new Error(`${text} was no choice`);
  return word;
}
