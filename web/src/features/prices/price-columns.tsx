import { Button, Group, Text } from '@mantine/core';
import { createColumnHelper } from '@tanstack/react-table';
import type { Price } from '../../api/schema.gen.ts';
import { usd } from '../../ui/amount.ts';
import type { Features } from '../../ui/table-features.ts';
import { When } from '../../ui/when.tsx';
import { providerName } from '../keys/key-words.ts';

/** What is asked about a price. */
export type PriceTask = { readonly name: 'succeed' | 'delete'; readonly price: Price };

const column = createColumnHelper<Features, Price>();

/** The table of prices; `onTask` gets what is to be done with one. */
export const priceColumns = (onTask: (task: PriceTask) => void) =>
  column.columns([
    column.accessor('model', {
      header: 'Model',
      cell: ({ getValue }) => (
        <Text fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {getValue()}
        </Text>
      ),
    }),
    column.accessor(({ provider, vendor }) => [providerName(provider), vendor].filter(Boolean).join(' · '), {
      id: 'provider',
      header: 'Provider',
    }),
    money('input_per_million', 'Input / M'),
    money('cached_input_per_million', 'Cached / M'),
    money('output_per_million', 'Output / M'),
    money('per_request', 'Per request'),
    column.accessor('effective_from', { header: 'Holds from', cell: ({ getValue }) => <When at={getValue()} /> }),
    column.display({
      id: 'actions',
      header: 'Actions',
      meta: { silent: true },
      cell: ({ row: { original: price } }) => <PriceActions of={price} onTask={onTask} />,
    }),
  ]);

type Money = 'input_per_million' | 'cached_input_per_million' | 'output_per_million' | 'per_request';

function money(name: Money, header: string) {
  return column.accessor(name, {
    header,
    meta: { numeric: true },
    enableSorting: false,
    cell: ({ row: { original } }) => {
      const amount = original[name];
      return amount === null ? '–' : usd(amount);
    },
  });
}

type PriceActionsProps = { readonly of: Price; readonly onTask: (task: PriceTask) => void };

function PriceActions({ of: price, onTask }: PriceActionsProps) {
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`New price for ${price.model}`}
        onClick={() => onTask({ name: 'succeed', price })}
      >
        New price
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        c="var(--mantine-color-error)"
        aria-label={`Delete the price of ${price.model}`}
        onClick={() => onTask({ name: 'delete', price })}
      >
        Delete
      </Button>
    </Group>
  );
}
