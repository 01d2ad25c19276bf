import { Box } from '@mantine/core';
import type { ReactNode } from 'react';

/** What a list is narrowed by: fields side by side, of one width, as many in a line as there is room for. */
export const FilterBar = ({ children }: { readonly children: ReactNode }) => (
  <Box
    style={{
      display: 'grid',
      gridTemplateColumns: 'repeat(auto-fill, minmax(min(150px, 100%), 1fr))',
      gap: 'var(--mantine-spacing-sm)',
      alignItems: 'end',
    }}
  >
    {children}
  </Box>
);
