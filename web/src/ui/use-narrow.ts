import { useMediaQuery } from '@mantine/hooks';

/** Whether the window is too narrow for tables: their rows are cards then. */
export const useNarrow = (): boolean =>
  useMediaQuery('(max-width: 56em)', false, { getInitialValueInEffect: false }) === true;
