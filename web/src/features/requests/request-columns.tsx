import { Badge, Group, Text } from '@mantine/core';
import { createColumnHelper } from '@tanstack/react-table';
import type { Request } from '../../api/schema.gen.ts';
import { count, usd } from '../../ui/amount.ts';
import { latency } from '../../ui/duration.ts';
import { LongName } from '../../ui/long-name.tsx';
import { RowToggle } from '../../ui/row-toggle.tsx';
import type { Features } from '../../ui/table-features.ts';
import { When } from '../../ui/when.tsx';
import { KeyLabel } from '../keys/key-label.tsx';
import { providerName } from '../keys/key-words.ts';
import { UserLabel } from '../users/user-label.tsx';
import { ChainDots } from './chain-dots.tsx';
import { OutcomeBadge } from './outcome-badge.tsx';

const column = createColumnHelper<Features, Request>();

/** Where a row's details stand in the page. */
export const detailId = (requestId: string): string => `details-${requestId}`;

/** The table of requests; `open` is the request whose details are shown. */
export const requestColumns = (open: string | undefined, toggle: (id: string) => void) =>
  column.columns([
    column.display({
      id: 'toggle',
      header: 'Details',
      meta: { silent: true },
      cell: ({
        row: {
          original: { id, model },
        },
      }) => (
        <RowToggle
          words={`Details of the request for ${model}`}
          open={open === id}
          partId={detailId(id)}
          onToggle={() => toggle(id)}
        />
      ),
    }),
    column.accessor('at', { header: 'Time', meta: { brief: true }, cell: ({ getValue }) => <When at={getValue()} /> }),
    column.accessor('outcome', {
      header: 'Outcome',
      meta: { brief: true },
      cell: ({ row: { original } }) => (
        <>
          <OutcomeBadge outcome={original.outcome} />
          {original.error_code === null ? null : (
            <Text size="xs" c="dimmed">
              {original.error_code}
            </Text>
          )}
        </>
      ),
    }),
    column.accessor('model', {
      header: 'Model',
      cell: ({ row: { original } }) => (
        <Group gap={6}>
          <LongName>{original.model}</LongName>
          {original.stream ? (
            <Badge variant="default" size="xs" tt="none" miw="max-content">
              stream
            </Badge>
          ) : null}
        </Group>
      ),
    }),
    column.accessor('user', {
      header: 'User',
      meta: { brief: true },
      cell: ({ getValue }) => <UserLabel id={getValue()} />,
    }),
    column.accessor('attempts', {
      header: 'Attempts',
      meta: { brief: true },
      cell: ({ row: { original } }) => <ChainDots chain={original.chain} />,
    }),
    column.accessor('served_by', {
      header: 'Served by',
      cell: ({ row: { original } }) => <ServedBy of={original} />,
    }),
    column.accessor(({ usage }) => usage.total_tokens, {
      id: 'tokens',
      header: 'Tokens',
      meta: { numeric: true, brief: true },
      cell: ({ row: { original } }) => (
        <span title={original.estimated ? 'Estimated: the provider sent no usage' : undefined}>
          {original.estimated ? '≈ ' : ''}
          {count(original.usage.total_tokens)}
        </span>
      ),
    }),
    column.accessor('cost', {
      header: 'Cost',
      meta: { numeric: true, brief: true },
      cell: ({ row: { original } }) => cost(original),
    }),
    column.accessor('latency_ms', {
      header: 'Took',
      meta: { numeric: true, brief: true },
      cell: ({ getValue }) => <span style={{ whiteSpace: 'nowrap' }}>{latency(getValue())}</span>,
    }),
  ]);

/** What was used without a price is not free; what was not used costs nothing. */
function cost({ cost: known, usage }: Request): string {
  if (known !== null) return usd(known);
  return usage.total_tokens > 0 ? 'not priced' : '–';
}

function ServedBy({ of: { served_by: served } }: { readonly of: Request }) {
  if (served === null) return '–';
  return (
    <>
      <KeyLabel id={served.key} />
      <Text size="xs" c="dimmed">
        {providerName(served.provider)}
      </Text>
    </>
  );
}
