import { Text } from '@mantine/core';
import { createColumnHelper } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { UsageRow } from '../../api/schema.gen.ts';
import { count } from '../../ui/amount.ts';
import { decimalOrder } from '../../ui/decimal-order.ts';
import { LongName } from '../../ui/long-name.tsx';
import type { Features } from '../../ui/table-features.ts';
import { KeyLabel } from '../keys/key-label.tsx';
import { providerName } from '../keys/key-words.ts';
import { UserLabel } from '../users/user-label.tsx';
import { costWords, missingWords, operatorCostWords, operatorMissingWords } from './cost-words.ts';
import type { UsageGroup } from './usage-search.ts';
import { groupNames } from './usage-words.ts';
import type { Names } from './use-names.ts';

const column = createColumnHelper<Features, UsageRow>();

/** The table of sums: what they are grouped by, and then the figures. */
export const usageColumns = (groups: readonly UsageGroup[], names: Names) =>
  column.columns([
    ...groups.map((group) =>
      column.accessor((row) => sortedBy(row, group, names), {
        id: group,
        header: group === 'day' ? 'Day (UTC)' : groupNames[group],
        cell: ({ row: { original } }) => <Group of={original} by={group} names={names} />,
      }),
    ),
    figure('requests', 'Requests'),
    figure('prompt_tokens', 'In'),
    figure('cached_tokens', 'Cached'),
    figure('completion_tokens', 'Out'),
    figure('total_tokens', 'Tokens'),
    money('cost', 'Cost of users', (row) => <span title={missingWords(row)}>{costWords(row)}</span>),
    money('operator_cost', 'Operator cost', (row) => (
      <span title={operatorMissingWords(row)}>{operatorCostWords(row)}</span>
    )),
  ]);

type Figure = 'requests' | 'prompt_tokens' | 'cached_tokens' | 'completion_tokens' | 'total_tokens';

const figure = (name: Figure, header: string) =>
  column.accessor(name, {
    header,
    meta: { numeric: true },
    cell: ({ row: { original } }) => count(original[name]),
  });

const money = (name: 'cost' | 'operator_cost', header: string, shown: (row: UsageRow) => ReactNode) =>
  column.accessor(name, {
    header,
    meta: { numeric: true },
    sortDescFirst: true,
    sortFn: (a, b) => decimalOrder(a.original[name] ?? '0', b.original[name] ?? '0'),
    cell: ({ row: { original } }) => shown(original),
  });

/** What stands in a column, as far as it is known already. */
function sortedBy(row: UsageRow, group: UsageGroup, names: Names): string {
  const value = row[group] ?? '';
  return group === 'provider' ? providerName(value) : (names.get(value) ?? value);
}

type GroupProps = { readonly of: UsageRow; readonly by: UsageGroup; readonly names: Names };

function Group({ of: row, by, names }: GroupProps) {
  const value = row[by] ?? '';
  if (value === '')
    return (
      <Text span inherit c="dimmed">
        nobody served
      </Text>
    );
  if (by === 'day') return <time dateTime={value}>{value}</time>;
  if (by === 'user' && !names.has(value)) return <UserLabel id={value} />;
  if (by === 'key' && !names.has(value)) return <KeyLabel id={value} />;
  return <LongName title={value}>{sortedBy(row, by, names)}</LongName>;
}
