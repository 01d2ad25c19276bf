import { createSortedRowModel, rowSortingFeature, sortFns, tableFeatures } from '@tanstack/react-table';

/** How a column looks, beside what the table library knows of it. */
type ColumnLook = {
  /** Figures stand at the right, under each other. */
  readonly numeric?: true;
  /** Its header is for screen readers alone. */
  readonly silent?: true;
  /** So little that, on a card, it shares a line with its neighbours that are so, too. */
  readonly brief?: true;
};

/** Gives the columns' `meta` its type; the value is never read. */
const columnMeta: ColumnLook = {};

/** What every table of the dashboard can do. */
export const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns,
  columnMeta,
});

export type Features = typeof features;
