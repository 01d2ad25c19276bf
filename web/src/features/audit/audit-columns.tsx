import { Code, Text } from '@mantine/core';
import { createColumnHelper } from '@tanstack/react-table';
import type { AuditEntry } from '../../api/schema.gen.ts';
import { LongName } from '../../ui/long-name.tsx';
import { RowToggle } from '../../ui/row-toggle.tsx';
import type { Features } from '../../ui/table-features.ts';
import { When } from '../../ui/when.tsx';
import { KeyLabel } from '../keys/key-label.tsx';
import { UserLabel } from '../users/user-label.tsx';
import { changedMembers, changesOf } from './changes.ts';
import { recordedName } from './target-name.ts';

const column = createColumnHelper<Features, AuditEntry>();

/** Where what a row changed stands in the page. */
export const changesId = (entryId: string): string => `changes-${entryId}`;

/** The table of operator actions; `open` is the one whose changes are shown. */
export const auditColumns = (open: string | undefined, toggle: (id: string) => void) =>
  column.columns([
    column.display({
      id: 'toggle',
      header: 'Details',
      meta: { silent: true },
      cell: ({
        row: {
          original: { id, action, target },
        },
      }) => (
        <RowToggle
          words={`Details of ${action} on ${target}`}
          open={open === id}
          partId={changesId(id)}
          onToggle={() => toggle(id)}
        />
      ),
    }),
    column.accessor('at', { header: 'Time', cell: ({ getValue }) => <When at={getValue()} /> }),
    column.accessor('action', { header: 'Action', cell: ({ getValue }) => <Code>{getValue()}</Code> }),
    column.accessor('target', { header: 'Target', cell: ({ row: { original } }) => <Target of={original} /> }),
    column.display({
      id: 'changed',
      header: 'Changed',
      cell: ({ row: { original } }) => changedMembers(changesOf(original.before, original.after)) || '–',
    }),
    column.accessor('actor', { header: 'By', cell: ({ row: { original } }) => <Actor of={original} /> }),
  ]);

function Target({ of: entry }: { readonly of: AuditEntry }) {
  const { target } = entry;
  const name = recordedName(entry);
  if (name !== undefined) return <LongName title={target}>{name}</LongName>;
  if (target.startsWith('key_')) return <KeyLabel id={target} />;
  if (target.startsWith('usr_')) return <UserLabel id={target} />;
  return <LongName>{target}</LongName>;
}

function Actor({ of: { actor, from } }: { readonly of: AuditEntry }) {
  return (
    <>
      <span>{actor}</span>
      {from === null ? null : (
        <Text size="xs" c="dimmed">
          {from}
        </Text>
      )}
    </>
  );
}
