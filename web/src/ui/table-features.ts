import { createSortedRowModel, rowSortingFeature, sortFns, tableFeatures } from '@tanstack/react-table';

/** How a column looks, beside what the table library knows of it. */
export type ColumnLook = {
  /** Figures stand at the right, under each other. */
  readonly numeric?: true;
  /** Its header is for screen readers alone. */
  readonly silent?: true;
};

/** What every table of the dashboard can do. */
export const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns,
  columnMeta: {} as ColumnLook,
});

export type Features = typeof features;
