import { matchesGlob, remembered } from '@palimpsest/domain';

/**
 * What is known of models, by family: the first family with a glob that matches decides. Data with a version, which is the day on which
 * the rows were compared with their sources.
 */
export type ModelTable<Row> = {
  readonly version: string;
  readonly families: readonly (readonly [globs: readonly string[], row: Row])[];
};

export function rowOf<Row>(table: ModelTable<Row>, model: string): Row | undefined {
  const find = found.get(table) ?? remembered(mostFound, (name: string) => name, rowsOf(table));
  found.set(table, find);
  return find(model) as Row | undefined;
}

const rowsOf =
  <Row>(table: ModelTable<Row>) =>
  (model: string): Row | undefined =>
    table.families.find(([globs]) => globs.some((glob) => matchesGlob(glob, model)))?.[1];

const found = new WeakMap<object, (model: string) => unknown>();
/** Clients choose the names, so there must be an end. */
const mostFound = 1000;
