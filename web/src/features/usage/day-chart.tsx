import { Card, Group, NativeSelect, Table, Text, Title, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { barHeights, type ChartDay } from './chart-days.ts';
import { DayBars } from './day-bars.tsx';
import { measureWords } from './measure-words.ts';
import { type Measure, measures } from './usage-search.ts';
import { measureNames } from './usage-words.ts';

type DayChartProps = {
  /** In order; a single one is no chart. */
  readonly days: readonly ChartDay[];
  readonly measure: Measure;
  readonly onMeasure: (measure: Measure) => void;
};

/** Usage day by day as bars; whoever does not see them gets the same as a table. */
export function DayChart({ days, measure, onMeasure }: DayChartProps) {
  const [pointedAt, setPointedAt] = useState<string>();
  if (days.length < 2) return null;
  const heights = barHeights(days, measure);
  const most = days[heights.indexOf(1)];
  const told = days.find(({ day }) => day === pointedAt) ?? most;
  return (
    <Card withBorder component="section" aria-labelledby="by-day" padding="lg">
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={2} size="h4" id="by-day">
            Day by day
          </Title>
          <Text size="sm" c="dimmed">
            {told === undefined ? 'Nothing in these days' : `${told.day}: ${measureWords(told.row, measure)}`}
            {told !== undefined && told === most ? ', the most of a day' : ''}
          </Text>
        </div>
        <NativeSelect
          aria-label="What the chart shows"
          value={measure}
          data={measures.map((value) => ({ value, label: measureNames[value] }))}
          onChange={({ currentTarget }) => onMeasure(measures.find((word) => word === currentTarget.value) ?? measure)}
        />
      </Group>
      <DayBars days={days} heights={heights} pointedAt={pointedAt} onPoint={setPointedAt} />
      <Group justify="space-between" mt={4} aria-hidden="true">
        <Text size="xs" c="dimmed">
          {days[0]?.day}
        </Text>
        <Text size="xs" c="dimmed">
          {days.at(-1)?.day}
        </Text>
      </Group>
      <VisuallyHidden>
        <DayTable days={days} measure={measure} />
      </VisuallyHidden>
    </Card>
  );
}

const DayTable = ({ days, measure }: Pick<DayChartProps, 'days' | 'measure'>) => (
  <Table aria-label={`${measureNames[measure]} day by day`}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Day</Table.Th>
        <Table.Th>{measureNames[measure]}</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {days.map(({ day, row }) => (
        <Table.Tr key={day}>
          <Table.Td>{day}</Table.Td>
          <Table.Td>{measureWords(row, measure)}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);
