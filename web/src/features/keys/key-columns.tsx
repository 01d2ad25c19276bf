import { Stack, Text } from '@mantine/core';
import { createColumnHelper } from '@tanstack/react-table';
import type { Key } from '../../api/schema.gen.ts';
import { count, counted, shortCount, usd } from '../../ui/amount.ts';
import type { Features } from '../../ui/table-features.ts';
import { When } from '../../ui/when.tsx';
import { LearnedLimits } from '../limits/learned-limits.tsx';
import { LimitBars } from '../limits/limit-bars.tsx';
import { type KeyActions, KeyMenu } from './key-menu.tsx';
import { KeyState } from './key-state.tsx';
import { keyStates, providerName } from './key-words.ts';
import { fewModels, modelTags } from './model-tags.ts';

const column = createColumnHelper<Features, Key>();

/** The table of keys; `actions` do what its menus offer. */
export const keyColumns = (actions: KeyActions) =>
  column.columns([
    column.accessor('name', {
      header: 'Key',
      cell: ({ row: { original } }) => <KeyName of={original} />,
    }),
    column.accessor(({ state }) => keyStates.indexOf(state), {
      id: 'state',
      header: 'State',
      cell: ({ row: { original } }) => <KeyState of={original} />,
    }),
    column.display({
      id: 'limits',
      header: 'Left',
      cell: ({ row: { original } }) => <KeyLimits of={original} />,
    }),
    column.accessor(({ usage_today }) => usage_today?.requests ?? -1, {
      id: 'today',
      header: 'Today (UTC)',
      cell: ({ row: { original } }) => <UsageToday of={original} />,
    }),
    column.accessor(({ last_used_at }) => last_used_at ?? '', {
      id: 'last-used',
      header: 'Last used',
      cell: ({ row: { original } }) => (original.last_used_at === null ? 'Never' : <When at={original.last_used_at} />),
    }),
    column.display({
      id: 'actions',
      header: 'Actions',
      meta: { silent: true },
      cell: ({ row: { original } }) => <KeyMenu of={original} actions={actions} />,
    }),
  ]);

function KeyName({ of }: { readonly of: Key }) {
  const provider = providerName(of.provider);
  return (
    <Stack gap={2} miw={150} maw={260}>
      <Text fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
        {of.name}
      </Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {of.vendor === of.provider ? provider : `${provider} · ${of.vendor}`}
        {of.secret_hint === null ? '' : ` · …${of.secret_hint.replace(/^[^\w-]+/, '')}`}
      </Text>
      {of.models.length === 0 ? null : (
        <Text size="xs" c="dimmed" title={modelTags(of.models).join(', ')} style={{ overflowWrap: 'anywhere' }}>
          {fewModels(of.models)}
        </Text>
      )}
      {of.quota_group === null ? null : (
        <Text size="xs" c="dimmed">
          Quota group {of.quota_group}
        </Text>
      )}
    </Stack>
  );
}

function KeyLimits({ of }: { readonly of: Key }) {
  if (of.learned_limits.length === 0) return <LimitBars limits={of.limits} remaining={of.remaining} />;
  return (
    <Stack gap={10}>
      {of.limits.length === 0 ? null : <LimitBars limits={of.limits} remaining={of.remaining} />}
      <Text size="xs" c="dimmed">
        The provider says
      </Text>
      <LearnedLimits limits={of.learned_limits} />
    </Stack>
  );
}

function UsageToday({ of: { usage_today: usage, consecutive_failures: failures } }: { readonly of: Key }) {
  return (
    <Stack gap={2}>
      {usage === null ? (
        <Text size="sm" c="dimmed">
          not known now
        </Text>
      ) : (
        <>
          <Text size="sm">{counted(usage.requests, 'request')}</Text>
          <Text size="xs" c="dimmed">
            <span title={count(usage.total_tokens)}>{shortCount(usage.total_tokens)} tokens</span> ·{' '}
            {usage.cost === null ? 'not priced' : usd(usage.cost)}
          </Text>
        </>
      )}
      {failures === 0 ? null : (
        <Text size="xs" c="dimmed">
          {counted(failures, 'failure')} in a row
        </Text>
      )}
    </Stack>
  );
}
