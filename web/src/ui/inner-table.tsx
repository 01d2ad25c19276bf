import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

type InnerTableProps = { readonly label: string; readonly children: ReactNode };

/** A small table inside a row's details, that scrolls by itself where there is little room. */
export const InnerTable = ({ label, children }: InnerTableProps) => (
  <Table.ScrollContainer
    minWidth={420}
    scrollAreaProps={{
      offsetScrollbars: 'present',
      viewportProps: { tabIndex: 0, role: 'region', 'aria-label': label },
    }}
  >
    <Table verticalSpacing={6} highlightOnHover={false} aria-label={label} fz="sm">
      {children}
    </Table>
  </Table.ScrollContainer>
);
