import { Chip, Group, Text } from '@mantine/core';
import { groupWords, type UsageGroup, usageGroups } from './usage-search.ts';
import { groupNames } from './usage-words.ts';

type GroupChoiceProps = {
  readonly value: readonly UsageGroup[];
  /** `day,model`, as the address has it. */
  readonly onChange: (by: string) => void;
};

/** What the rows of the table are summed by: any mix. */
export const GroupChoice = ({ value, onChange }: GroupChoiceProps) => (
  <Group gap="xs" role="group" aria-labelledby="grouped-by">
    <Text size="sm" fw={500} id="grouped-by">
      Sum by
    </Text>
    <Chip.Group multiple value={[...value]} onChange={(groups) => onChange(groupWords(groups))}>
      {usageGroups.map((group) => (
        <Chip key={group} value={group} size="xs" variant="outline">
          {groupNames[group]}
        </Chip>
      ))}
    </Chip.Group>
  </Group>
);
