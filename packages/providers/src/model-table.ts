import { matchesGlob } from '@palimpsest/domain';

/**
 * What is known of models, by family: the first family with a glob that matches decides. Data with a version, which is the day on which
 * the rows were compared with their sources.
 */
export type ModelTable<Row> = {
  readonly version: string;
  readonly families: readonly (readonly [globs: readonly string[], row: Row])[];
};

export function rowOf<Row>(table: ModelTable<Row>, model: string): Row | undefined {
  const rows = (found.get(table) as Map<string, Row | undefined> | undefined) ?? new Map<string, Row | undefined>();
  found.set(table, rows);
  if (rows.has(model)) return rows.get(model);
  // Clients choose the names, so there must be an end.
  if (rows.size === mostFound) rows.clear();
  const row = table.families.find(([globs]) => globs.some((glob) => matchesGlob(glob, model)))?.[1];
  rows.set(model, row);
  return row;
}

const found = new WeakMap<object, Map<string, unknown>>();
const mostFound = 1000;
